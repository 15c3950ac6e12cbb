/**
 * Skills in an agent of one's own: no framework, one `fetch` a step against any endpoint that
 * speaks OpenAI's chat completions.
 *
 *   OPENAI_BASE_URL=http://127.0.0.1:11434/v1 MODEL=qwen3 node own-agent.mjs 'review src/a.ts'
 */
import { homedir } from 'node:os'
import process from 'node:process'
import {
  activationResult,
  escapeShown,
  formatCatalogue,
  openLibrary,
  placesFor,
  readTrust,
  SkillUnavailableError,
} from '@skillet/core'

const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey, MODEL: model } = process.env
const text = process.argv.slice(2).join(' ')
if (!baseURL || !model || !text) stop('Set OPENAI_BASE_URL and MODEL, and say what to do.')

// What the person answered to `skillet trust` counts here too. Without an answer a repository's
// skills stay out. `trust: 'all'` would let any folder that this is started in speak to the model.
const places = placesFor({
  platform: process.platform,
  environment: process.env,
  home: homedir(),
})
const library = await openLibrary({
  cwd: process.cwd(),
  home: homedir(),
  trust: readTrust(places),
})
for (const { callableAs, state, reason, remedy = '' } of library.snapshot.entries) {
  if (state === 'loaded') continue
  console.error(escapeShown(`${callableAs} is ${state}. ${reason} ${remedy}`))
}

const catalogue = formatCatalogue(library.snapshot.skills, { loader: 'activate_skill' })
if (catalogue.omitted.length > 0) console.error(`No room for: ${catalogue.omitted.join(', ')}`)

const activateSkill = {
  type: 'function',
  function: {
    name: 'activate_skill',
    description: 'Loads a skill: its instructions come back as the result, to be followed.',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string' }, arguments: { type: 'string' } },
      required: ['name'],
    },
  },
}

const system = `You are a helpful assistant.\n\n${catalogue.text}`
console.log(await answerTo(system, text))

/** Asks until the model calls no more tools. */
async function answerTo(system, text) {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: text },
  ]
  for (let step = 1; step <= 10; step += 1) {
    const message = await nextMessage(messages)
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const { id, function: call } of message.tool_calls) {
      messages.push({ role: 'tool', tool_call_id: id, content: await resultOf(call) })
    }
  }
  return stop('The model was still calling tools after 10 steps.')
}

async function nextMessage(messages) {
  const response = await fetch(`${baseURL}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, messages, tools: [activateSkill] }),
  })
  if (!response.ok) stop(`The model failed with ${response.status}: ${await response.text()}`)
  const { choices } = await response.json()
  return choices[0].message
}

/** What the model gets for a call. What went wrong it reads too, and can try something else. */
async function resultOf({ name: toolName, arguments: json }) {
  if (toolName !== 'activate_skill') return `There is no tool ${toolName}.`
  try {
    const { name, arguments: words = '' } = JSON.parse(json)
    return activationResult(
      await library.activate(String(name), { route: 'model', arguments: String(words) }),
    )
  } catch (error) {
    if (error instanceof SkillUnavailableError) return error.message
    if (error instanceof SyntaxError) return 'The arguments are not JSON.'
    throw error
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
