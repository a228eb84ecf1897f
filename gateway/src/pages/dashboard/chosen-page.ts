import { createServedPage, type ServedPage } from '../served-page.ts'
import type { Preferences } from './preferences.ts'

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
