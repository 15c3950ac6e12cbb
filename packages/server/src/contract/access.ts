import { z } from 'zod'

/** The header that carries the page's key. A cookie alone opens nothing: cookies ignore ports. */
export const keyHeader = 'x-skillet-key'

/** In letters. To try one takes work and memory, which nobody without access may ask much of. */
export const longestPassword = 1000

/** What the page exchanges for its cookie and key: the code of the address, or the password. */
export const exchangeRequest = z
  .strictObject({
    /** The part of the address behind `#code=`. Works once, within five minutes. */
    code: z.string().optional(),
    /** Where Skillet listens beyond loopback. */
    password: z.string().max(longestPassword).optional(),
  })
  .meta({ id: 'ExchangeRequest' })

export const exchangeAnswer = z
  .object({
    /** For the header of every later request; kept in the storage of the page's origin. */
    key: z.string(),
  })
  .meta({ id: 'ExchangeAnswer' })

/** Every answer that is not a success. */
export const failure = z
  .object({
    error: z.object({
      /** Stable, for programs: `no-access`, `code-used`, `earlier-start`, `not-found`, `invalid`, `busy` … */
      code: z.string(),
      /** What happened, as one sentence. */
      message: z.string(),
      /** What to do about it. */
      hint: z.string().optional(),
      /** Of `invalid`: where in the request. */
      path: z.string().optional(),
      /** Of a skill that cannot be called. */
      state: z.string().optional(),
      /** Names that may have been meant. */
      near: z.array(z.string()).optional(),
    }),
  })
  .meta({ id: 'Failure' })

export type ExchangeRequest = z.infer<typeof exchangeRequest>
export type ExchangeAnswer = z.infer<typeof exchangeAnswer>
export type Failure = z.infer<typeof failure>
