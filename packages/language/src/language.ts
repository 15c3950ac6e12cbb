/** The languages of the interfaces, as BCP 47 tags. */
export const languages = ['en', 'zh'] as const

/** One of `languages`. */
export type Language = (typeof languages)[number]
