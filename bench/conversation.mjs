/** A long conversation in the store of a home, as answers are: headings, lists, code and tables. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/prepare.mjs'

/** Writes conversation `long` of as many messages; the last answer begins `Answer SIZE-1 begins here`. */
export async function writeLongConversation(home, size) {
  const agent = pathToFileURL(join(root, 'packages/agent/dist/index.js')).href
  const { openSqliteStore } = await import(agent)
  const folder = join(home, '.local/state/skillet/conversations')
  mkdirSync(folder, { recursive: true })
  const store = await openSqliteStore({ folder })
  await store.create({ id: 'long', workspace: home, now: 1 })
  for (let at = 0; at < size; at++) await store.put('long', messageAt(at))
  await store.close()
}

function messageAt(at) {
  const about = { id: `m${at}`, createdAt: at + 1 }
  if (at % 2 === 0)
    return { ...about, role: 'user', parts: [{ type: 'text', text: `Question ${at}` }] }
  const text = `Answer ${at} begins here.\n\n1. Find the **opening** line\n2. Find the \`closing\` one\n\n\`\`\`ts\nexport const fence${at} = '---'\n\`\`\`\n\n| Case | Before |\n|---|---|\n| empty | fails |\n`
  return {
    ...about,
    role: 'assistant',
    end: { reason: 'done' },
    parts: [
      { type: 'step', model: 'local/model' },
      { type: 'text', text },
    ],
  }
}
