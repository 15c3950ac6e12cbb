import { sentences } from '@skillet/language'
import type { Approval } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { alertSentence, choicesOf, questionSentence, wholeOf } from './question.ts'

const en = sentences('en')
const places = { workspace: '/home/ann/project', home: '/home/ann' }

const request = (rest: Partial<Approval>): Approval => ({
  id: 'q',
  conversationId: 'c',
  messageId: 'm',
  callId: '1',
  tool: 'bash',
  input: {},
  access: { kind: 'run', command: 'npm test', cwd: '/home/ann/project' },
  workspace: '/home/ann/project',
  reason: '',
  rule: 'bash(npm test)',
  digest: 'd',
  askedAt: 0,
  ...rest,
})

const edit = request({
  tool: 'edit',
  access: { kind: 'write', paths: ['/home/ann/project/src/fence.ts'] },
  diff: '--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n',
})

describe('the question, as one sentence of verb and object', () => {
  it.each([
    ['Run a command', request({})],
    ['Run a command once more, with network', request({ openings: ['network'] })],
    [
      'Run a command once more, with network and your home folder',
      request({ openings: ['network', 'home'] }),
    ],
    ['Edit src/fence.ts', edit],
    [
      'Write ~/.bashrc',
      request({ tool: 'write', access: { kind: 'write', paths: ['/home/ann/.bashrc'] } }),
    ],
    ['List /etc', request({ tool: 'ls', access: { kind: 'read', paths: ['/etc'] } })],
    ['Search /etc', request({ tool: 'grep', access: { kind: 'read', paths: ['/etc'] } })],
    [
      'Load the skill review',
      request({ tool: 'activate_skill', access: { kind: 'skill', name: 'review' } }),
    ],
    ['Answer with another model', request({ tool: 'model', access: { kind: 'none' } })],
    ['Use fetch', request({ tool: 'fetch', access: { kind: 'none' } })],
  ])('%s', (sentence, asked) => {
    expect(questionSentence(asked, en, places)).toBe(sentence)
  })

  it('E5: a name that turns its text around is shown with its codes', () => {
    const path = '/home/ann/project/\u202egnp.sh'
    const asked = request({ tool: 'edit', access: { kind: 'write', paths: [path] } })
    expect(questionSentence(asked, en, places)).toBe('Edit ⟨U+202E⟩gnp.sh')
  })

  it('those who do not see the card hear what is asked and how to get there', () => {
    const said = 'Skillet asks to edit src/fence.ts. Ctrl+J to look'
    expect(alertSentence(edit, en, places, 'Ctrl+J')).toBe(said)
  })
})

describe('the whole of what is agreed to', () => {
  it('is the diff, the command, the patterns, or every field of the input', () => {
    expect(wholeOf(edit)).toEqual({ kind: 'diff', text: edit.diff })
    expect(wholeOf(request({}))).toEqual({ kind: 'command', text: 'npm test' })
    const rights = {
      tool: 'allowed-tools',
      access: { kind: 'none' as const },
      input: { patterns: ['bash(git:*)', 'read'] },
    }
    expect(wholeOf(request(rights)).text).toBe('bash(git:*)\nread')
    const write = {
      tool: 'write',
      access: { kind: 'write' as const, paths: ['/a'] },
      input: { path: '/a', content: 'x\ny' },
    }
    expect(wholeOf(request(write)).text).toBe('path: /a\ncontent: x\ny')
  })

  it('rights and models are no calls: nothing to keep, no turn to choose', () => {
    expect(choicesOf(request({ tool: 'allowed-tools', access: { kind: 'none' } }))).toBe('rights')
    expect(choicesOf(request({ tool: 'model', access: { kind: 'none' } }))).toBe('plain')
    expect(choicesOf(request({}))).toBe('call')
  })
})
