export { useFormat } from './format.ts'
export { asLanguage, LanguageProvider, useLanguage, useSentences } from './language.tsx'
