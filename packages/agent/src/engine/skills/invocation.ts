import { lookUp, parseInvocation, type Skill, type Snapshot } from '@skillet/core'
import type { Refused } from '../turn-state.ts'
import type { SubmitOptions } from '../types.ts'

/** What a message asks for: nothing but its text, a skill, or something that cannot be. */
export type Asked =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'skill'
      readonly skill: Skill
      /** What the person said beside the skill's name. */
      readonly text: string
      /** Where they stand apart from the text: argument fields, or a command line's words. */
      readonly arguments?: string | readonly string[]
      /** The call as typed, up to the text. Absent where the skill was picked. */
      readonly typed?: string
    }
  | Refused

/**
 * Resolves the skill of a message. The text is parsed for `/name` only where no skill is given,
 * so that a chip's text may start with a slash.
 */
export function askedFor(options: SubmitOptions, snapshot: Snapshot): Asked {
  if (options.skill !== undefined) return picked(options.skill, options, snapshot)
  if (options.text.trim() === '') {
    // A message of attachments alone is left as it is (bug 60).
    return options.attachments?.length ? { kind: 'text', text: '' } : nothing()
  }
  if (options.invocation === 'text') return { kind: 'text', text: options.text }
  return typed(options.text, snapshot)
}

function typed(text: string, snapshot: Snapshot): Asked {
  const invocation = parseInvocation(text, snapshot)
  switch (invocation?.kind) {
    case 'skill': {
      const { skill, arguments: rest } = invocation
      const whole = text.trimEnd()
      const call = rest === '' ? whole : whole.slice(0, whole.length - rest.length)
      return { kind: 'skill', skill, text: rest, typed: call }
    }
    case 'blocked':
      return refused(invocation)
    case 'near':
      return unknown(invocation.name, invocation.near)
    // Commands are the surfaces' own: one that comes this far is text.
    case 'command':
    case undefined:
      return { kind: 'text', text }
  }
}

function picked(name: string, options: SubmitOptions, snapshot: Snapshot): Asked {
  const found = lookUp(snapshot, name)
  if (!found.skill) {
    if (!found.entry) return unknown(name, found.near)
    return refused({ ...found.entry, name })
  }
  const { skill } = found
  if (!skill.userInvocable) {
    return refused({
      name,
      state: 'not-for-people',
      reason: 'It says `user-invocable: false`.',
      remedy: 'Ask for the task: the model may load it.',
    })
  }
  const text = options.text.trim() === '' ? '' : options.text
  const apart = options.arguments
  const given = typeof apart === 'string' ? apart.trim() !== '' : (apart?.length ?? 0) > 0
  return { kind: 'skill', skill, text, ...(given && apart !== undefined && { arguments: apart }) }
}

interface Uncallable {
  readonly name: string
  readonly state: string
  readonly reason: string
  readonly remedy?: string
}

function refused({ name, state, reason, remedy }: Uncallable): Asked {
  const message = `The skill ${JSON.stringify(name)} cannot be called: ${reason} Nothing was sent.`
  const hint = remedy === undefined ? {} : { hint: remedy }
  return { kind: 'refused', error: { class: 'skill', state, message, ...hint } }
}

function unknown(name: string, near: readonly string[]): Asked {
  const message = `There is no skill ${JSON.stringify(name)}. Nothing was sent.`
  const hint =
    near.length > 0
      ? `Near names: ${near.join(', ')}.`
      : 'List the skills that there are with `skillet list`.'
  return { kind: 'refused', error: { class: 'skill', message, hint, near } }
}

function nothing(): Asked {
  const message = 'There is nothing to send: the message is empty.'
  return {
    kind: 'refused',
    error: { class: 'request', message, hint: 'Write it, or pick a skill.' },
  }
}
