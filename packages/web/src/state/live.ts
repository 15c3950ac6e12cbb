import { asProblem, exchange, request, storedKey, type ToldEvent } from '../api/index.ts'
import { applyEvent, readEverything } from './apply-event.ts'
import { refreshConversation } from './conversation.ts'
import { useOpen } from './open-store.ts'
import { loadConversations } from './page.ts'
import { setConnection, usePage } from './page-store.ts'
import { serverSentEvents } from './server-sent-events.ts'
import { stream } from './stream.ts'
import type { Connection } from './types.ts'

/** Milliseconds before the next try, by how many failed; then the last one. */
const pauses = [250, 500, 1000, 2000, 4000]

/** Milliseconds without a stream before it is said, and before the server counts as gone. */
const saidAfter = 2000
const goneAfter = 10_000

/** Milliseconds that a hidden page keeps its stream: a browser has six for all pages of a host. */
const hiddenFor = 5000

/** What the server says where a key opens nothing. */
const refusals: Readonly<Record<string, Connection>> = {
  'no-access': 'no-access',
  'code-used': 'no-access',
  'password-needed': 'password',
  'earlier-start': 'earlier-start',
}

/**
 * Keeps one stream to the server for as long as the page is seen, with the events of all pages and
 * the answer of the conversation that is shown. Comes back by itself.
 */
export function keepLive(): void {
  let since = Date.now()
  let failed = 0
  let current = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const connect = async (): Promise<void> => {
    clearTimeout(timer)
    current.abort()
    current = new AbortController()
    const { signal } = current
    try {
      await follow(signal)
    } catch (thrown) {
      if (signal.aborted) return
      const problem = asProblem(thrown)
      const refused = refusals[problem.code]
      if (refused !== undefined) {
        usePage.setState({ accessProblem: problem })
        void refuse(refused)
        return
      }
    }
    if (!signal.aborted) again()
  }

  const follow = async (signal: AbortSignal): Promise<void> => {
    const { id } = useOpen.getState()
    const response = await request('/api/live', {
      query: { conversation: id === '' ? undefined : id, after: stream.lastId },
      signal,
    })
    opened()
    if (response.body === null) return
    for await (const { id: eventId, event, data } of serverSentEvents(response.body)) {
      if (signal.aborted) return
      if (eventId !== '') stream.lastId = eventId
      if (data === '') continue
      // The type is the event's name; the data is the rest.
      applyEvent({ type: event, ...JSON.parse(data) } as ToldEvent)
    }
  }

  const opened = (): void => {
    const first = stream.lastId === undefined || usePage.getState().session === undefined
    failed = 0
    setConnection('open')
    if (first) {
      readEverything()
      void loadConversations()
    } else if (useOpen.getState().status === 'failed') void refreshConversation()
  }

  const again = (): void => {
    if (failed === 0) since = Date.now()
    const pause = pauses[Math.min(failed, pauses.length - 1)] ?? 0
    failed += 1
    const silent = Date.now() - since
    if (silent >= goneAfter) setConnection('gone')
    else if (silent >= saidAfter) setConnection('reconnecting')
    timer = setTimeout(connect, pause)
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') {
      if (current.signal.aborted) void connect()
    } else
      hiding = setTimeout(() => {
        clearTimeout(timer)
        current.abort()
      }, hiddenFor)
  })
  window.addEventListener('online', () => void connect())
  useOpen.subscribe((open, before) => {
    if (open.id !== before.id) void connect()
  })
  if (storedKey() === undefined) void refuse('no-access')
  else void connect()
}

/** No key, or none that opens anything: the server says whether a password would give another. */
async function refuse(connection: Connection): Promise<void> {
  setConnection(connection)
  try {
    await exchange({})
  } catch (thrown) {
    if (asProblem(thrown).code === 'password-needed') setConnection('password')
  }
}
