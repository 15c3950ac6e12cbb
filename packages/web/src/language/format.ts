import type { Language } from '@skillet/language'
import { useLanguage } from './language.tsx'

/** Dates and numbers as the language writes them. Times are milliseconds since 1970. */
export interface Format {
  /** `2,140` */
  readonly number: (value: number) => string
  /** `≈ 2,140`: an estimate always shows that it is one. */
  readonly estimate: (value: number) => string
  /** `14:02` */
  readonly time: (at: number) => string
  /** `1 Dec 2026` */
  readonly day: (at: number) => string
  /** `1 Dec 2026, 14:02` */
  readonly moment: (at: number) => string
  /** `0.4s`, `12s`, `2m 5s`, `1h 2m` */
  readonly duration: (milliseconds: number) => string
  /** `10 MiB` in powers of 1,024. */
  readonly bytes: (count: number) => string
  /** `read, grep and bash` */
  readonly list: (items: readonly string[]) => string
}

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' }

export function formatFor(language: Language): Format {
  const locale = locales[language]
  const number = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'narrow',
      maximumFractionDigits: 1,
    })
  const [seconds, minutes, hours] = [unit('second'), unit('minute'), unit('hour')]

  return {
    number: (value) => number.format(value),
    estimate: (value) => `≈ ${number.format(value)}`,
    time: (at) => time.format(at),
    day: (at) => day.format(at),
    moment: (at) => moment.format(at),
    duration: (milliseconds) => {
      const whole = Math.round(milliseconds / 1000)
      if (milliseconds < 9_950) return seconds.format(Math.round(milliseconds / 100) / 10)
      if (whole < 60) return seconds.format(whole)
      if (whole < 3_600)
        return `${minutes.format(Math.floor(whole / 60))} ${seconds.format(whole % 60)}`
      return `${hours.format(Math.floor(whole / 3_600))} ${minutes.format(Math.floor((whole % 3_600) / 60))}`
    },
    bytes: (count) => {
      const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), binaryUnits.length - 1)
      return `${short.format(count / 1024 ** power)} ${binaryUnits[power]}`
    },
    list: (items) => list.format(items),
  }
}

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB'] as const

const made = new Map<Language, Format>()

/** Dates and numbers in the interface's language. Made once: each of its parts costs the browser a while. */
export function useFormat(): Format {
  const { language } = useLanguage()
  const format = made.get(language) ?? formatFor(language)
  made.set(language, format)
  return format
}
