import { homedir } from 'node:os'
import { escapeShown, openLibrary } from '@skillet/core'

const [name, ...args] = process.argv.slice(2)
// Without `trust`, skills that came with this repository are listed as untrusted and do not load.
const library = await openLibrary({ cwd: process.cwd(), home: homedir() })
for (const { state, callableAs, reason } of library.snapshot.entries)
  console.log(escapeShown(`${state} ${callableAs}: ${reason}`))
if (name)
  console.log((await library.activate(name, { route: 'user', arguments: args })).instructions)
