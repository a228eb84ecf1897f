import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { createServedPage, type ServedPage } from '../docs/served-page.ts'
import type { PageAnswer } from '../gate/match-resource.ts'
import { buildAssets, type DashboardAssets } from './assets.ts'
import type { CurrentDashboard } from './current-dashboard.ts'
import { pageHtml } from './page-html.ts'
import { type Preferences, readPreferences } from './preferences.ts'

/** Where the page stands. */
const pagePath = '/'

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

/** Seconds after which a page without data is worth asking for again. */
const retryAfterSeconds = '5'

export type DashboardPageDeps = { current: Pick<CurrentDashboard, 'latest'>; publicBaseUrl: string }

/**
 * Makes the page at `/` and its files. A page is written once for each language, appearance and state of the data, whoever asks for it.
 *
 * @returns pages by their paths
 */
export async function createDashboardPages(deps: DashboardPageDeps): Promise<ReadonlyMap<string, PageAnswer>> {
  const assets = await buildAssets()
  return new Map<string, PageAnswer>([
    [pagePath, createPage(deps, assets)],
    ...Object.values(assets).map(({ path, page }): [string, PageAnswer] => [path, page]),
  ])
}

function createPage({ current, publicBaseUrl }: DashboardPageDeps, assets: DashboardAssets): PageAnswer {
  const pages = new WeakMap<DashboardResponse, Map<string, ServedPage>>()

  function write(dashboard: DashboardResponse | null, preferences: Preferences): ServedPage {
    const { language, theme, cookie } = preferences
    return createServedPage({
      contentType: 'text/html; charset=utf-8',
      body: pageHtml({ dashboard, language, theme, assets, publicBaseUrl }),
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

  function pageOf(dashboard: DashboardResponse, preferences: Preferences): ServedPage {
    const variants = pages.get(dashboard) ?? new Map<string, ServedPage>()
    pages.set(dashboard, variants)
    const name = Object.values(preferences).join(' ')
    const known = variants.get(name)
    if (known !== undefined) return known
    const written = write(dashboard, preferences)
    variants.set(name, written)
    return written
  }

  return async function answerPage(request) {
    const preferences = readPreferences(request)
    // Whoever opens a page wants to read what is the matter, not a problem document.
    const dashboard = await current.latest().catch(() => null)
    if (dashboard !== null) return pageOf(dashboard, preferences)(request)
    // Unconditional: whoever has the page of this state has nothing. The client's own address need not be a URL.
    const { headers, body } = write(null, preferences)(new Request(publicBaseUrl))
    headers.set('retry-after', retryAfterSeconds)
    return { status: 503, headers, body }
  }
}
