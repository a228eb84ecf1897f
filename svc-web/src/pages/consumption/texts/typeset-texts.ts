import type { Language } from '@hexawatt/shared/contract/values/languages'
import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'

/** Texts with the spaces of their language, also those that functions write. */
export function typesetTexts<Texts>(texts: Texts, language: Language): Texts {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return typeset(value, language)
    if (typeof value === 'function') return (...words: unknown[]) => change(Reflect.apply(value, null, words))
    if (Array.isArray(value)) return value.map(change)
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, change(text)]))
      : value
  }
  return change(texts) as Texts
}
