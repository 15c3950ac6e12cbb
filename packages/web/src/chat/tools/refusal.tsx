import { type Call, outputOf } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { Notice } from '../../parts/index.ts'

/** Who refused a call, and why. A person's own answer says so already, with its time. */
export function Refusal({ call: { part, asked } }: { readonly call: Call }) {
  const { chat } = useSentences()
  if (asked.at(-1)?.answer?.decision === 'no') return null
  const denied = outputOf(part)?.denied
  const reason = denied?.reason ?? ''
  const by = {
    person: reason === '' ? chat.refusedByYou : chat.refusedByYouWhy(reason),
    rule: chat.refusedByRule(reason),
    skill: chat.refusedBySkill(reason),
    skillet: chat.refusedBySkillet(reason),
    stop: chat.stoppedCall,
  }
  return <Notice icon="refused">{by[denied?.by ?? 'person']}</Notice>
}
