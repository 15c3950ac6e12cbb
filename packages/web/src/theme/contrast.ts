/** The themes that every colour is written for. */
export type Scheme = 'light' | 'dark'

type Colour = readonly [red: number, green: number, blue: number]

/** The colour tokens of a style sheet: what `--color-NAME: light-dark(#rrggbb, #rrggbb)` says. */
export type Tokens = ReadonlyMap<string, Readonly<Record<Scheme, Colour>>>

export function readTokens(css: string): Tokens {
  const found = css.matchAll(/--color-(\w+): light-dark\(#(\w{6}), #(\w{6})\)/g)
  return new Map(
    [...found].map(([, name = '', light = '', dark = '']) => [
      name,
      { light: read(light), dark: read(dark) },
    ]),
  )
}

/** How well two tokens are told apart, by WCAG 2.2: from 1, not at all, to 21. */
export function contrast(tokens: Tokens, front: string, back: string, scheme: Scheme): number {
  const [one, other] = [front, back].map((name) => {
    const colour = tokens.get(name)
    if (colour === undefined) throw new Error(`There is no colour token "${name}"`)
    return luminance(colour[scheme])
  })
  if (one === undefined || other === undefined) throw new Error('A contrast needs two colours')
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function read(hex: string): Colour {
  const at = (place: number) => Number.parseInt(hex.slice(place, place + 2), 16)
  return [at(0), at(2), at(4)]
}

/** Relative luminance (WCAG 2.2, Definitions). */
function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
