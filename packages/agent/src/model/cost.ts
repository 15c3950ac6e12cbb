import type { JSONObject, LanguageModelV3Usage } from '@ai-sdk/provider'
import type { ModelPrices } from '@skillet/core'

/** Under which name a cost travels beside the counts of a provider. */
const COST = 'skilletCostUsd'

/** The same usage, with its cost beside it where it is known; a provider's own word of that name goes. */
export function withCost(
  { raw: said, ...counts }: LanguageModelV3Usage,
  prices: ModelPrices | undefined,
): LanguageModelV3Usage {
  const { [COST]: _, ...raw } = said ?? {}
  const usage: LanguageModelV3Usage = said === undefined ? counts : { ...counts, raw }
  const cost = reportedCost(usage.raw) ?? (prices && pricedCost(usage, prices))
  return cost === undefined ? usage : { ...usage, raw: { ...usage.raw, [COST]: cost } }
}

/** The cost of an answer in US dollars, from the usage that came with it. */
export const costOf = (raw: JSONObject | undefined): number | undefined => amount(raw?.[COST])

/** OpenRouter and gateways like it say what an answer cost. */
const reportedCost = (raw: JSONObject | undefined): number | undefined => amount(raw?.['cost'])

/** A kind of token that was used and has no price makes the cost unknown: half of it would be wrong. */
function pricedCost(
  { inputTokens, outputTokens }: LanguageModelV3Usage,
  prices: ModelPrices,
): number | undefined {
  const { total, cacheRead = 0, cacheWrite = 0 } = inputTokens
  if (total === undefined || outputTokens.total === undefined) return undefined
  const counted: readonly (readonly [number, number | undefined])[] = [
    [total - cacheRead - cacheWrite, prices.input],
    [cacheRead, prices.cacheRead],
    [cacheWrite, prices.cacheWrite],
    [outputTokens.total, prices.output],
  ]
  let dollars = 0
  for (const [tokens, price] of counted) {
    if (tokens <= 0) continue
    if (price === undefined) return undefined
    dollars += (tokens * price) / 1_000_000
  }
  return dollars
}

const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
