import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  collect,
  openWorld,
  type ScriptedModel,
  says,
  scripted,
  sqliteStore,
  type TestWorld,
} from './engine-world.ts'

/*
 * Whatever a person does to a conversation, which skills are active follows from the branch that is
 * shown and from nothing else. The reference is a tree of its own, with one list at each message.
 */

const names = ['a', 'b', 'c'] as const
type Name = (typeof names)[number]

type Act =
  | { readonly kind: 'say'; readonly skill?: Name; readonly drop?: Name; readonly loads?: Name }
  | { readonly kind: 'edit'; readonly which: number; readonly skill?: Name }
  | { readonly kind: 'retry'; readonly which: number }
  | { readonly kind: 'move'; readonly where: number }

const name = fc.constantFrom(...names)
const which = fc.nat({ max: 50 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: say() },
  {
    weight: 2,
    arbitrary: fc.record(
      { kind: fc.constant('edit' as const), which, skill: name },
      { requiredKeys: ['kind', 'which'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retry' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), where: which }) },
)

function say(): fc.Arbitrary<Act> {
  return fc.record(
    { kind: fc.constant('say' as const), skill: name, drop: name, loads: name },
    { requiredKeys: ['kind'] },
  )
}

/** A message of the reference, with the skills that are active behind it, the newest last. */
interface Node {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly parent: Node | undefined
  readonly active: readonly string[]
  /** Of an answer: the first request of its turn. */
  readonly request?: string
}

function withSkill(active: readonly string[], skill: string | undefined): readonly string[] {
  if (skill === undefined) return active
  return [...active.filter((one) => one !== skill), skill]
}

class Reference {
  readonly nodes: Node[] = []
  head: Node | undefined

  get people(): readonly Node[] {
    return this.nodes.filter(({ role }) => role === 'user')
  }

  add(node: Node): Node {
    this.nodes.push(node)
    this.head = node
    return node
  }
}

/** A model that loads the skill that the message names, then says what it says every time. */
function loadingModel(): ScriptedModel {
  return scripted([
    ({ prompt }: LanguageModelV3CallOptions) => {
      const last = prompt.at(-1)
      const text = last?.role === 'user' ? JSON.stringify(last.content) : ''
      const wanted = /load:(\w)/u.exec(text)?.[1]
      return wanted === undefined
        ? says('done')
        : calls(calling('activate_skill', { name: wanted }, `load-${wanted}`))
    },
  ])
}

/** What a turn sent first: what follows holds boundaries that are drawn in the turn itself. */
function sent(request: LanguageModelV3CallOptions | undefined): string {
  return JSON.stringify([request?.prompt, request?.tools])
}

async function step(
  world: TestWorld,
  model: ScriptedModel,
  reference: Reference,
  act: Act,
): Promise<void> {
  const { engine } = world
  if (act.kind === 'move') {
    const target = reference.nodes[act.where % (reference.nodes.length + 1)]
    await engine.moveTo({ conversationId: 'c', messageId: target?.id ?? null })
    reference.head = target
    return
  }
  const people = reference.people
  const old = act.kind === 'say' ? undefined : people[act.which % Math.max(1, people.length)]
  if (act.kind !== 'say' && !old) return
  const before = model.requests.length
  const seen = new Set((await world.store.allMessages('c')).map(({ id }) => id))
  if (act.kind === 'retry') {
    const events = await collect(
      engine.retry({ conversationId: 'c', ...(old && { messageId: old.id }) }),
    )
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
  } else {
    const { skill } = act
    const drop = act.kind === 'say' && act.drop ? [act.drop] : []
    const loads = act.kind === 'say' && act.loads ? `load:${act.loads}` : 'hello'
    const events = await world.send({
      text: loads,
      ...(skill && { skill }),
      drop,
      ...(old && { edits: old.id }),
    })
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
  }
  const fresh = (await world.store.allMessages('c')).filter(({ id }) => !seen.has(id))
  const request = sent(model.requests[before])
  grow(reference, act, { old, fresh: fresh.map(({ id, role }) => ({ id, role })), request })
}

interface Grown {
  readonly old: Node | undefined
  readonly fresh: readonly { readonly id: string; readonly role: Node['role'] }[]
  readonly request: string
}

function grow(reference: Reference, act: Act, { old, fresh, request }: Grown): void {
  if (act.kind === 'move') return
  let question = old
  if (act.kind !== 'retry') {
    const parent = act.kind === 'edit' ? old?.parent : reference.head
    const dropped = act.kind === 'say' ? act.drop : undefined
    const kept = (parent?.active ?? []).filter((one) => one !== dropped)
    const [message] = fresh
    expect(message?.role).toBe('user')
    const id = message?.id ?? ''
    question = reference.add({ id, role: 'user', parent, active: withSkill(kept, act.skill) })
    questions.set(question, act.kind === 'say' ? act.loads : undefined)
  }
  const answer = fresh.at(-1)
  expect(answer?.role).toBe('assistant')
  if (!question || !answer) return
  const active = withSkill(question.active, questions.get(question))
  reference.add({ id: answer.id, role: 'assistant', parent: question, active, request })
}

/** Which skill the model loads for a message. */
const questions = new WeakMap<Node, string | undefined>()

/** Two answers to one message were asked for with the same bytes. */
function repeats(reference: Reference): void {
  for (const question of reference.people) {
    const requests = reference.nodes
      .filter((node) => node.parent === question && node.role === 'assistant')
      .map((node) => node.request)
    expect(new Set(requests).size).toBeLessThanOrEqual(1)
  }
}

function branchOf(head: Node | undefined): readonly string[] {
  return head ? [...branchOf(head.parent), head.id] : []
}

describe('a conversation in branches', () => {
  it('law: the active skills, and what is sent, follow from the branch alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
        const model = loadingModel()
        const world = await openWorld({
          model,
          skills: { a: 'A $ARGUMENTS', b: 'B BODY', c: 'tools: [read]\n---\nC BODY' },
        })
        try {
          const reference = new Reference()
          for (const one of acts) {
            await step(world, model, reference, one)
            const view = await world.engine.conversation('c')
            expect(view?.activeSkills.map((skill) => skill.name) ?? []).toEqual(
              reference.head?.active ?? [],
            )
            expect(view?.messages.map(({ message }) => message.id) ?? []).toEqual(
              branchOf(reference.head),
            )
          }
          repeats(reference)
        } finally {
          world.close()
        }
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  it('law: what another engine reads from the disk is the same conversation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        const model = loadingModel()
        const world = await openWorld({
          model,
          openStore: sqliteStore,
          skills: { a: 'A $ARGUMENTS', b: 'B BODY', c: 'tools: [read]\n---\nC BODY' },
        })
        try {
          const reference = new Reference()
          for (const one of acts) await step(world, model, reference, one)
          const other = world.another({ store: await sqliteStore(world.root) })
          expect(await other.conversation('c')).toEqual(await world.engine.conversation('c'))
          repeats(reference)
        } finally {
          world.close()
        }
      }),
      { numRuns: 8 },
    )
  }, 60_000)
})
