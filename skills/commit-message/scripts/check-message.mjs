// Checks the form of a commit message. Reads it from standard input, or from the file named.
// Prints one line for each fault and ends with 1 when there are any.
import { readFileSync } from 'node:fs'
import process from 'node:process'

const longestSubject = 72
const longestLine = 72

const text = readFileSync(process.argv[2] ?? 0, 'utf8').replace(/\r\n?/g, '\n')
const lines = text.trimEnd().split('\n')
const [subject = '', second, ...rest] = lines
const faults = []

if (subject.trim() === '') faults.push('1: the subject is empty')
if ([...subject].length > longestSubject) {
  faults.push(`1: the subject has ${[...subject].length} characters, at most ${longestSubject}`)
}
if (/[.。]$/u.test(subject)) faults.push('1: the subject ends with a full stop')
if (second !== undefined && second.trim() !== '') {
  faults.push('2: a blank line belongs between subject and body')
}
rest.forEach((line, index) => {
  const unbreakable = !line.trim().includes(' ')
  if ([...line].length > longestLine && !unbreakable) {
    faults.push(`${index + 3}: ${[...line].length} characters, wrap at ${longestLine}`)
  }
})

for (const fault of faults) console.log(fault)
if (faults.length === 0) console.log('The form is right.')
process.exitCode = faults.length === 0 ? 0 : 1
