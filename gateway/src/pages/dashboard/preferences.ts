import { queryText } from '@hexawatt/shared/http/query-parameters'
import { createServedPage, type ServedPage } from '../served-page.ts'
import { type Language, languages } from './texts/texts.ts'

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

/** Nothing comes from another origin, and nothing is written into the page itself: neither script nor style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Gives the page for what a visitor has chosen. */
export type ChosenPages = (preferences: Preferences) => ServedPage

/** A page in each language and appearance, written once for each of the few dozen choices there are. */
export function createChosenPages(markupFor: (preferences: Preferences) => string): ChosenPages {
  const pages = new Map<string, ServedPage>()
  return (preferences) => {
    const choice = Object.values(preferences).join(' ')
    const known = pages.get(choice)
    if (known !== undefined) return known
    const page = createChosenPage(markupFor(preferences), preferences)
    pages.set(choice, page)
    return page
  }
}

function createChosenPage(markup: string, { language, cookie }: Preferences): ServedPage {
  return createServedPage({
    contentType: 'text/html; charset=utf-8',
    body: markup,
    maxAgeSeconds: 0,
    headers: {
      // The same address is another page for whoever has chosen otherwise.
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Cookie',
      'content-security-policy': contentSecurityPolicy,
      'content-language': language,
      'referrer-policy': 'no-referrer',
      ...(cookie === null ? {} : { 'set-cookie': cookie }),
    },
  })
}
