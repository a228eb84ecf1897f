import { createBoundedMap } from '../../bounds/bounded-map.ts'
import { type Language, languages } from '../../contract/values/languages.ts'
import { parseWeightedValue } from './weighted-value.ts'

/** Ranges of an Accept-Language header that are read; real headers have far fewer. */
const maxRanges = 32

/** Memoised choices, and the longest header value that is memoised, characters: clients send few different ones. */
const [maxCachedChoices, maxCachedLength] = [256, 256] as const

const choices = createBoundedMap<Language>(maxCachedChoices)

/**
 * Chooses the language of an answer by RFC 9110 §12.5.4: the highest quality wins, at equal quality the language named first. A range such as `en-GB` counts
 * for its language. If no language is acceptable, the default is sent: a sentence in another language is better than a refusal.
 * @param acceptLanguage null = no header: the default
 */
export function chooseLanguage(acceptLanguage: string | null): Language {
  if (acceptLanguage === null) return languages[0]
  const known = choices.get(acceptLanguage)
  if (known !== undefined) return known
  const chosen = choose(acceptLanguage)
  if (acceptLanguage.length <= maxCachedLength) choices.set(acceptLanguage, chosen)
  return chosen
}

function choose(acceptLanguage: string): Language {
  const ranges = acceptLanguage.split(',', maxRanges).map((part) => {
    const { value, quality } = parseWeightedValue(part)
    return { language: value.split('-', 1)[0], quality }
  })
  const anyOther = ranges.find(({ language }) => language === '*')?.quality ?? 0
  const offered = languages.map((language) => {
    const named = ranges.filter((range) => range.language === language)
    const quality = named.length === 0 ? anyOther : Math.max(...named.map((range) => range.quality))
    // A language named in the header precedes a language that only `*` accepts.
    const place = named.length === 0 ? maxRanges : ranges.findIndex((range) => range.language === language)
    return { language, quality, place }
  })
  const [best] = offered
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place)
  return best?.language ?? languages[0]
}
