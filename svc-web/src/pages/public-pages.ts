import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DatedContractTable } from '@hexawatt/shared/service/contract-table'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { PageRoute } from '../http/page-routes.ts'
import { listAssets } from '../kit/assets.ts'
import { servePage } from '../kit/served-page.ts'
import { createManifestRoute } from '../site/files/manifest.ts'
import { createPictureRoutes } from '../site/files/pictures.ts'
import { createRobotRoutes } from '../site/files/robots.ts'
import { createSecurityContactRoute } from '../site/files/security-contact.ts'
import { createServiceWorkerRoute } from '../site/files/service-worker.ts'
import { createConsumptionPage } from './consumption/consumption-page.ts'
import { createDevelopersPage } from './developers/developers-page.ts'
import { createBadgePage } from './embed/badge-page.ts'
import { createEmbedPage } from './embed/embed-page.ts'
import { createHomePage } from './home/home-page.ts'
import { createLegalPages } from './legal/legal-pages.ts'
import { findSecurityContact, type Publisher } from './legal/publisher-settings.ts'
import { createPlansPage, type PlansPageInput } from './plans/plans-page.ts'
import { createProblemPages } from './problems/problem-pages.ts'
import { createReferencePages } from './reference/reference-page.ts'
import { createStatePage, type StatePageDeps } from './state/state-page.ts'
import { createUnderstandPage } from './understand/understand-page.ts'

export type PublicPagesDeps = PlansPageInput & {
  dashboard: Pick<CurrentDashboard, 'latest'>
  latestAccuracy: StatePageDeps['latestAccuracy']
  clock: Clock
  readContractTable: () => Promise<DatedContractTable>
  publisher: Publisher
  /** Days after which a member signs in again. */
  sessionDays: number
  realTimeMs: () => number
}

/** Makes the public pages; pages without data are written before the first request. */
export async function createPublicPages({
  dashboard,
  latestAccuracy,
  clock,
  ...input
}: PublicPagesDeps): Promise<PageRoute[]> {
  const { site, planTable, demoKey } = input
  const { publicBaseUrl, assets } = site
  const pages = [
    createHomePage({ site, current: dashboard, readContractTable: input.readContractTable }),
    createConsumptionPage(site),
    createPlansPage(input),
    createDevelopersPage({ site, planTable, demoKey }),
    createBadgePage({ current: dashboard, clock, publicBaseUrl }),
    createEmbedPage({ current: dashboard, clock, publicBaseUrl }),
    createStatePage({ site, current: dashboard, latestAccuracy }),
    ...(await createReferencePages({ site, planTable, demoKey })),
    await createUnderstandPage({ ...input, current: dashboard, latestAccuracy, clock }),
    ...createLegalPages(site, input),
    ...createProblemPages(site),
  ]
  const contact = findSecurityContact(input.publisher)
  const files = [
    ...createRobotRoutes(
      publicBaseUrl,
      pages.map(({ path }) => path),
    ),
    ...(contact === undefined ? [] : [createSecurityContactRoute(publicBaseUrl, contact.href, input.realTimeMs)]),
    ...listAssets(assets).map(({ path, page }) => servePage(path, page)),
    createManifestRoute(),
    createServiceWorkerRoute(assets),
    ...(await createPictureRoutes()),
  ]
  return [...pages, ...files]
}

/** Paths of the pages among the routes: not of their files, and not `/`, which every page links. */
export function listPagePaths(routes: readonly PageRoute[]): string[] {
  return routes.map(({ path }) => path).filter((path) => path !== '/' && !/\.\w+$/.test(path))
}
