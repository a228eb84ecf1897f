import type { PublicRoute } from '../http/page-routes.ts'
import { createChosenPages, type Preferences, readPreferences } from '../kit/preferences.ts'
import { servePage } from '../kit/served-page.ts'
import type { Site } from './site.ts'
import { renderSitePage, type SitePage } from './site-page.ts'

/**
 * Makes the route of a page without data: it is rendered once for each language and appearance.
 * @param policy content security policy of a page that loads more than the files of this site
 */
export function serveSitePage(
  site: Site,
  path: string,
  pageFor: (preferences: Preferences) => Omit<SitePage, 'path' | 'preferences'>,
  policy?: string,
): PublicRoute {
  const render = (preferences: Preferences): string =>
    renderSitePage(site, { path, preferences, ...pageFor(preferences) })
  const pages = createChosenPages(render, policy)
  return servePage(path, (request) => pages(readPreferences(request))(request))
}
