import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { chooseLanguage } from '@hexawatt/shared/http/bodies/choose-language'
import { writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { writeChoiceCookie } from './choice-cookie.ts'
import { contractCookie, defaultContract, readContractChoice, type TariffKind } from './contract-choice.ts'
import { createServedPage, type ServedPage } from './served-page.ts'

/** Appearance of the page; auto = as the system's setting. */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Names of the choices, in the query and as cookies. */
const names = { language: 'lang', theme: 'theme' } as const

/** A visitor's choices that every page shows. */
export type Preferences = {
  language: Language
  theme: Theme
  /** The tariff of the visitor's contract, which the header names. */
  tariff: TariffKind
  /** `Set-Cookie` of a choice made in this address; null = none. */
  cookie: string | null
}

/**
 * Reads the choices: from the address, else from cookies. On the first visit the language is the one that the browser prefers (French, unless it prefers
 * English), and the appearance that of the system.
 */
export function readPreferences({ url, headers }: Request): Preferences {
  const asked = new URLSearchParams(extractQuery(url))
  const remembered = new Bun.CookieMap(headers.get('cookie') ?? '')
  const choose = <Choice extends string>(name: string, choices: readonly Choice[], otherwise: () => Choice) => {
    const inAddress = oneOf(choices, asked.get(name))
    const cookie = inAddress && writeChoiceCookie(name, inAddress)
    return { choice: inAddress ?? oneOf(choices, remembered.get(name)) ?? otherwise(), cookie }
  }
  const language = choose(names.language, languages, () => chooseLanguage(headers.get('accept-language')))
  const theme = choose(names.theme, themes, () => 'auto')
  const { tariff } = readContractChoice(remembered.get(contractCookie)) ?? defaultContract
  return { language: language.choice, theme: theme.choice, tariff, cookie: language.cookie ?? theme.cookie }
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string | null): Choice | null {
  return choices.find((choice) => choice === text) ?? null
}

/** Whether a request comes from this site, or from the visitor directly: another site must not choose the reader's contract. Old browsers do not say it. */
export function isOwnRequest({ headers }: Request): boolean {
  return ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
}

/** No other origin, no inline script or style (docs/develop/decisions-site.md#strict-policy). Forms choose what the page shows, and are sent to the page itself. */
const contentSecurityPolicy = writeContentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
})

/** Returns the page for a visitor's choices. */
export type ChosenPages = (preferences: Preferences) => ServedPage

/**
 * A page in each language and appearance, rendered once for each of the few choices. The cookie of a choice is no part of what is kept: with it a client
 * could have each page kept three times.
 * @param policy content security policy
 */
export function createChosenPages(
  markupFor: (preferences: Preferences) => string,
  policy = contentSecurityPolicy,
): ChosenPages {
  const pages = new Map<string, ServedPage>()
  return (preferences) => {
    const choice = describeChoice(preferences)
    const page = pages.get(choice) ?? createChosenPage(markupFor(preferences), preferences, policy)
    pages.set(choice, page)
    return (request) => rememberChoice(page(request), preferences)
  }
}

/** The preferences that change a page's markup, as one text: the key under which the page is kept in memory. */
export const describeChoice = ({ language, theme, tariff }: Preferences): string => `${language} ${theme} ${tariff}`

/** A page that may be kept, because it sets no cookie: {@link rememberChoice} does. */
export function createChosenPage(markup: string, { language }: Preferences, policy?: string): ServedPage {
  const headers = createPageHeaders({ language, cookie: null }, policy)
  return createServedPage({ contentType: 'text/html; charset=utf-8', body: markup, maxAgeSeconds: 0, headers })
}

/** Sets the cookie of a choice made in the address. */
export function rememberChoice(response: Response, { cookie }: Preferences): Response {
  if (cookie !== null) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * Headers of a page that depends on the visitor's choices.
 * @param policy content security policy
 */
export function createPageHeaders(
  { language, cookie }: Pick<Preferences, 'language' | 'cookie'>,
  policy = contentSecurityPolicy,
) {
  return {
    // The same address serves other pages for other choices.
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Cookie, Accept-Language',
    'content-security-policy': policy,
    'content-language': language,
    'referrer-policy': 'no-referrer',
    ...(cookie === null ? {} : { 'set-cookie': cookie }),
  }
}
