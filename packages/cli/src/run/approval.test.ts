import type { ApprovalRequest } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import type { Questions } from '../questions/index.ts'
import { askApproval } from './approval.ts'

const request = (rule: string): ApprovalRequest => ({
  id: 'a',
  callId: '1',
  tool: 'bash',
  input: { command: 'ls' },
  access: { kind: 'run', command: 'ls', cwd: '/shop' },
  workspace: '/shop',
  reason: 'Commands ask.',
  rule,
  digest: 'd',
})

/** Answers with one key and notes what was asked. */
function answering(answer: string, reason?: string) {
  const asked: string[] = []
  const questions: Questions = {
    async key(question, keys) {
      asked.push(question, ...keys.map(({ key, label }) => `${key} ${label}`))
      return keys.find(({ key }) => key === answer)?.key
    },
    async line(question) {
      asked.push(question)
      return reason
    },
    async choice() {
      throw new Error('nothing is chosen here')
    },
  }
  return { questions, asked }
}

describe('the answers to an approval', () => {
  it('show the rule exactly as it is kept, on one line as settings would hold it', async () => {
    const { questions, asked } = answering('a')
    const rule = 'bash(git status  --short\ngit diff)'
    expect(await askApproval(request(rule), questions, 'model')).toEqual({
      decision: 'always',
      digest: 'd',
    })
    expect(asked).toContain('a always in this folder: "bash(git status  --short\\ngit diff)"')
    const plain = answering('a')
    await askApproval(request('bash(ls  -l)'), plain.questions, 'model')
    expect(plain.asked).toContain('a always in this folder: bash(ls  -l)')
  })

  it('offer no *always* where no rule can cover the call; *turn* holds there too', async () => {
    const { questions, asked } = answering('t')
    expect(await askApproval(request(''), questions, 'model')).toEqual({
      decision: 'turn',
      digest: 'd',
    })
    expect(asked.some((one) => one.startsWith('a '))).toBe(false)
  })

  it('ask for a reason only where a model reads it', async () => {
    const read = answering('n', 'Use another.')
    expect(await askApproval(request(''), read.questions, 'model')).toMatchObject({
      reason: 'Use another.',
    })
    const unread = answering('n')
    expect(await askApproval(request(''), unread.questions, 'nobody')).toEqual({
      decision: 'no',
      digest: 'd',
    })
    expect(unread.asked).not.toContain('Why not? The model reads it.')
  })
})
