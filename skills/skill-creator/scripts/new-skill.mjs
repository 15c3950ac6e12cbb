// Makes a skill's folder with a valid SKILL.md. Never overwrites.
// Usage: node new-skill.mjs NAME "DESCRIPTION" [--user]
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'

const words = process.argv.slice(2).filter((word) => word !== '--user')
const user = process.argv.includes('--user')
const [name, description] = words

if (!name || !description) stop('Usage: node new-skill.mjs NAME "DESCRIPTION" [--user]')
if ([...name].length > 64 || !/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(name)) {
  stop(`"${name}" is no valid name: lower-case letters, digits and single hyphens, at most 64.`)
}
if (description.trim() === '')
  stop('The description is empty. Say what the skill does and when to use it.')
if ([...description].length > 1024) {
  stop(`The description has ${[...description].length} characters, at most 1024.`)
}

const folder = join(user ? homedir() : resolve('.'), '.agents', 'skills', name)
if (existsSync(folder))
  stop(`${folder} exists already. Choose another name, or edit what is there.`)

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'SKILL.md'), skill(name, description.trim()), { flag: 'wx' })
console.log(join(folder, 'SKILL.md'))

function skill(name, description) {
  const title = name.replaceAll('-', ' ')
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---
# ${title[0].toUpperCase()}${title.slice(1)}

What the person asked for: $ARGUMENTS

## Steps

1. Find out what is there.
2. Do the work.
3. Check the result against the request, and say what was done.
`
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
