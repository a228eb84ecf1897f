import { queryText } from '@hexawatt/shared/http/query-parameters'
import { type Language, languages } from './texts/language.ts'

/** How the page looks: as the system says, or as was chosen. */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Names of the choices, in the address and as cookies. */
const names = { language: 'lang', theme: 'theme' } as const

/** Seconds for which a choice is remembered: a year. */
const rememberedSeconds = 31_536_000

/** What a visitor has chosen: cookies hold nothing but these two words. */
export type Preferences = {
  language: Language
  theme: Theme
  /** Header that remembers what was chosen in this very address, below the path of the installation; null when nothing was. */
  cookie: string | null
}

/** Reads what was chosen: in the address before what is remembered; without either French, and the appearance of the system. */
export function readPreferences({ url, headers }: Request): Preferences {
  const asked = new URLSearchParams(queryText(url))
  const remembered = new Bun.CookieMap(headers.get('cookie') ?? '')
  const choose = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]) => {
    const inAddress = oneOf(choices, asked.get(name))
    const cookie = inAddress && `${name}=${inAddress}; Max-Age=${rememberedSeconds}; SameSite=Lax`
    return { choice: inAddress ?? oneOf(choices, remembered.get(name)) ?? choices[0], cookie }
  }
  const language = choose(names.language, languages)
  const theme = choose(names.theme, themes)
  return { language: language.choice, theme: theme.choice, cookie: language.cookie ?? theme.cookie }
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string | null): Choice | null {
  return choices.find((choice) => choice === text) ?? null
}
