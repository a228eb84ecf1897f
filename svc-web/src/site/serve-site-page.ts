import type { PublicRoute } from '../http/page-routes.ts'
import { createChosenPages, type Preferences, readPreferences } from '../kit/preferences.ts'
import { servePage } from '../kit/served-page.ts'
import type { Site } from './site.ts'
import { renderSitePage, type SitePage } from './site-page.ts'

/** Makes the route of a page without data: it is rendered once for each language and appearance. */
export function serveSitePage(
  site: Site,
  path: string,
  pageFor: (preferences: Preferences) => Omit<SitePage, 'path' | 'preferences'>,
): PublicRoute {
  const pages = createChosenPages((preferences) => renderSitePage(site, { path, preferences, ...pageFor(preferences) }))
  return servePage(path, (request) => pages(readPreferences(request))(request))
}
