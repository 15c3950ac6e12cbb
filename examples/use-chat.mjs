import { createInterface } from 'node:readline/promises'
import {
  AbstractChat,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
} from 'ai'

const { SKILLET_URL = 'http://127.0.0.1:4747', SKILLET_TOKEN = '' } = process.env
const [, , ...words] = process.argv
const terminal = createInterface({ input: process.stdin, output: process.stderr })

/** What `useChat` of @ai-sdk/react keeps in React's state, in plain fields. */
class State {
  status = 'ready'
  error = undefined
  messages = []
  pushMessage = (message) => {
    this.messages = [...this.messages, message]
  }
  popMessage = () => {
    this.messages = this.messages.slice(0, -1)
  }
  replaceMessage = (index, message) => {
    this.messages = this.messages.with(index, message)
  }
  snapshot = (value) => structuredClone(value)
}

/** In a page: `useChat` with the same options. */
class Chat extends AbstractChat {
  constructor(options) {
    super({ ...options, state: new State() })
  }
}

const chat = new Chat({
  transport: new DefaultChatTransport({
    api: `${SKILLET_URL}/api/chat`,
    headers: { authorization: `Bearer ${SKILLET_TOKEN}` },
  }),
  // The answer ends at a question; the rest of it comes once that is answered.
  sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  onData: ({ type, data }) => {
    if (type === 'data-notice') console.error(`Note: ${data.message}`)
  },
})

// `/name words` calls a skill, as everywhere. A chip of a page is a part of its own:
// { type: 'data-skill', data: { name, arguments: ['one for', 'each field'] } }
await chat.sendMessage({ text: words.join(' ') })
for (let question = nextQuestion(); question; question = nextQuestion()) {
  await answer(question)
  await settled()
}
terminal.close()

for (const part of chat.lastMessage?.parts ?? []) console.log(shown(part))
if (chat.error) {
  console.error(chat.error.message)
  process.exitCode = 1
}

/** The call that waits for a person, and all that they have to know about it. */
function nextQuestion() {
  const { parts = [] } = chat.lastMessage ?? {}
  const call = parts.find(({ state }) => state === 'approval-requested')
  if (!call) return undefined
  const asked = parts.find(
    ({ type, data }) => type === 'data-approval' && data.request.id === call.approval.id,
  )
  return asked?.data.request
}

async function answer({ id, tool, input, reason }) {
  console.error(`${reason}\n${tool}: ${JSON.stringify(input, null, 2)}`)
  const said = await terminal.question('Allow this once? (y/n) ')
  const approved = said.trim() === 'y'
  await chat.addToolApprovalResponse({ id, approved, ...(!approved && { reason: 'Not now.' }) })
}

/** `addToolApprovalResponse` sends by itself, and does not wait for what comes. */
async function settled() {
  do await new Promise((resolve) => setTimeout(resolve, 20))
  while (chat.status === 'submitted' || chat.status === 'streaming')
}

function shown(part) {
  switch (part.type) {
    case 'text':
      return part.text
    case 'dynamic-tool':
      return `[${part.toolName}] ${part.output?.text ?? part.errorText ?? part.state}`
    case 'data-skill':
      return `[skill ${part.data.name}]`
    default:
      return ''
  }
}
