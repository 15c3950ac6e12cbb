import { type Language, languages, type Sentences, sentences } from '@skillet/language'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

interface LanguageChoice {
  readonly language: Language
  /** Changes the page at once. Storing the choice is the settings' affair. */
  readonly setLanguage: (language: Language) => void
}

const Context = createContext<LanguageChoice>({ language: 'en', setLanguage: () => {} })

/** The language of the interface. Starts with the one that the server wrote into the page. */
export function LanguageProvider({ language: first, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState(first)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(() => ({ language, setLanguage }), [language])
  return <Context value={choice}>{children}</Context>
}

interface LanguageProviderProps {
  readonly language: Language
  readonly children: ReactNode
}

export function useLanguage(): LanguageChoice {
  return useContext(Context)
}

/**
 * Every sentence of the interface, in its language.
 *
 * @example
 * const { composer } = useSentences()
 * return <Button>{composer.send}</Button>
 */
export function useSentences(): Sentences {
  return sentences(useContext(Context).language)
}

/** A tag that may name a language, such as the page's `lang`; anything else is English. */
export function asLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split('-')[0]
  return languages.find((language) => language === primary) ?? 'en'
}
