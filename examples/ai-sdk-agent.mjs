/**
 * Skills in a plain AI SDK agent: a catalogue in the system prompt, a tool `activate_skill`, and
 * `/name words` for the person.
 *
 *   OPENAI_BASE_URL=http://127.0.0.1:11434/v1 MODEL=qwen3 node ai-sdk-agent.mjs 'review src/a.ts'
 */
import { homedir } from 'node:os'
import process from 'node:process'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  activationResult,
  escapeShown,
  formatCatalogue,
  openLibrary,
  parseInvocation,
  placesFor,
  readTrust,
  SkillUnavailableError,
} from '@skillet/core'
import { stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'

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

const activateSkill = tool({
  description: 'Loads a skill: its instructions come back as the result, to be followed.',
  inputSchema: z.object({
    name: z.string().describe('A name of the list of skills.'),
    arguments: z.string().optional().describe('What the skill is to be applied to.'),
  }),
  execute: async ({ name, arguments: words = '' }) => {
    try {
      return activationResult(await library.activate(name, { route: 'model', arguments: words }))
    } catch (error) {
      if (error instanceof SkillUnavailableError) return error.message
      throw error
    }
  },
})

const { fullStream } = streamText({
  model: createOpenAICompatible({ name: 'example', baseURL, apiKey })(model),
  system: [await calledByPerson(), 'You are a helpful assistant.', catalogue.text]
    .filter(Boolean)
    .join('\n---\n'),
  prompt: text,
  tools: { activate_skill: activateSkill },
  stopWhen: stepCountIs(10),
  onError: () => {}, // It comes as a part of the stream, too.
})
for await (const part of fullStream) {
  if (part.type === 'text-delta') process.stdout.write(part.text)
  if (part.type === 'finish' && part.finishReason === 'tool-calls')
    stop('The model was still calling tools after 10 steps.')
  if (part.type === 'error') stop(`The model failed: ${part.error.message ?? part.error}`)
}
process.stdout.write('\n')

/** The instructions of a skill that the message calls by `/name`; its words stay in the message. */
async function calledByPerson() {
  const asked = parseInvocation(text, library.snapshot)
  if (asked === undefined) return undefined // Plain text, `/etc/hosts` included.
  if (asked.kind === 'blocked') stop(`${asked.reason} ${asked.remedy ?? ''}`)
  if (asked.kind === 'near') stop(`There is no /${asked.name}. Near it: ${asked.near.join(', ')}`)
  if (asked.kind === 'command') stop(`/${asked.name} is a command of chats, which this is not.`)
  const activation = await library.activate(asked.name, {
    route: 'user',
    arguments: asked.arguments,
  })
  return activation.instructions
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
