import type { Activation, Skill } from '@skillet/core'
import type { EventBody } from '../events.ts'

/** What the interface shows of a hand-over; the text itself is the model's. */
export function activatedEvent(activation: Activation): EventBody {
  const { skill, route, truncated, tokens, diagnostics } = activation
  const given = activation.arguments.text
  return { ...skillEvent(skill), route, arguments: given, tokens, truncated, diagnostics }
}

/** The same of a skill whose whole file the model read: nothing was cut, filled in or found. */
export function readEvent(skill: Skill, tokens: number): EventBody {
  return {
    ...skillEvent(skill),
    route: 'read',
    arguments: '',
    tokens,
    truncated: 0,
    diagnostics: [],
  }
}

function skillEvent({ name, location, source, tools }: Skill) {
  return { type: 'skill-activated' as const, name, location, scope: source.scope, tools }
}
