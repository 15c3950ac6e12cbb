import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childMarker as ofTheEngine } from '@skillet/agent'
import { expect, it } from 'vitest'
import { childMarker, isChildOfEngine, markedAbove } from './child.ts'

it('knows children of the engine by the mark that the engine gives them', () => {
  expect(childMarker).toBe(ofTheEngine)
})

it('threat T5: an emptied mark is one, and so is one above', () => {
  expect(isChildOfEngine({ environment: { [childMarker]: '' } })).toBe(true)
  expect(isChildOfEngine({ environment: {}, markedAbove: () => true })).toBe(true)
  expect(isChildOfEngine({ environment: {}, markedAbove: () => false })).toBe(false)
})

it.runIf(process.platform === 'linux')('threat T5: finds the mark in the shell above', async () => {
  const script = `${childMarker}= sh -c 'env -u ${childMarker} sh -c "echo \\$\\$; read x"; :'`
  const look = async (environment: Record<string, string>) => {
    const shell = spawn('sh', ['-c', `${script}; :`], {
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const [line]: unknown[] = await once(shell.stdout, 'data')
    const found = markedAbove(Number(String(line)))
    shell.stdin.end('x\n')
    await once(shell, 'close')
    return found
  }
  expect(await look({ [childMarker]: '1-x' })).toBe(true)
})

it('finds none above what nobody marked, nor above what is gone', () => {
  expect(markedAbove(0)).toBe(false)
  expect(markedAbove(2 ** 30)).toBe(false)
})
