import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { PageAnswer } from '../../pipeline/match-resource.ts'
import type { DashboardAssets } from './assets.ts'
import { type ChosenPages, createChosenPages } from './chosen-page.ts'
import type { CurrentDashboard } from './current-dashboard.ts'
import { pageHtml } from './page-html.ts'
import { readPreferences } from './preferences.ts'

/** Where the page stands. */
const pagePath = '/'

/** Seconds after which a page without data is worth asking for again. */
const retryAfterSeconds = '5'

export type DashboardPageDeps = {
  current: Pick<CurrentDashboard, 'latest'>
  publicBaseUrl: string
  assets: DashboardAssets
}

/**
 * Makes the page at `/` and its files. A page is written once for each language, appearance and state of the data, whoever asks for it.
 *
 * @returns pages by their paths
 */
export function createDashboardPages(deps: DashboardPageDeps): ReadonlyMap<string, PageAnswer> {
  return new Map<string, PageAnswer>([
    [pagePath, createPage(deps)],
    ...Object.values(deps.assets).map(({ path, page }): [string, PageAnswer] => [path, page]),
  ])
}

function createPage({ current, publicBaseUrl, assets }: DashboardPageDeps): PageAnswer {
  const writtenPages = new WeakMap<DashboardResponse, ChosenPages>()
  const writePages = (dashboard: DashboardResponse | null): ChosenPages =>
    createChosenPages(({ language, theme }) => pageHtml({ dashboard, language, theme, assets, publicBaseUrl }))

  function pagesOf(dashboard: DashboardResponse): ChosenPages {
    const pages = writtenPages.get(dashboard) ?? writePages(dashboard)
    writtenPages.set(dashboard, pages)
    return pages
  }

  return async function answerPage(request) {
    const preferences = readPreferences(request)
    // Whoever opens a page wants to read what is the matter, not a problem document.
    const dashboard = await current.latest().catch(() => null)
    if (dashboard !== null) return pagesOf(dashboard)(preferences)(request)
    // Unconditional: whoever has the page of this state has nothing. The client's own address need not be a URL.
    const { headers, body } = writePages(null)(preferences)(new Request(publicBaseUrl))
    headers.set('retry-after', retryAfterSeconds)
    return { status: 503, headers, body }
  }
}
