import type { Activation } from '@skillet/core'
import type { EventBody } from './events.ts'

/** What the interface shows of a hand-over; the text itself is the model's. */
export function activatedEvent(activation: Activation): EventBody {
  const { skill, route, truncated, tokens, diagnostics } = activation
  return {
    type: 'skill-activated',
    name: skill.name,
    location: skill.location,
    scope: skill.source.scope,
    route,
    arguments: activation.arguments.text,
    tokens,
    truncated,
    tools: skill.tools,
    diagnostics,
  }
}
