import { parseEnv } from '@hexawatt/shared/config/parse-env'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import * as v from 'valibot'
import { buildAssets, listAssets } from '../../../svc-web/src/kit/assets.ts'
import { servePage } from '../../../svc-web/src/kit/served-page.ts'
import { createDevelopersPage } from '../../../svc-web/src/pages/developers/developers-page.ts'
import { createBadgePage } from '../../../svc-web/src/pages/embed/badge-page.ts'
import { createEmbedPage } from '../../../svc-web/src/pages/embed/embed-page.ts'
import { createErrorPages } from '../../../svc-web/src/pages/errors/error-pages.ts'
import { createHomePage } from '../../../svc-web/src/pages/home/home-page.ts'
import { createLegalPages } from '../../../svc-web/src/pages/legal/legal-pages.ts'
import { publisherEnv } from '../../../svc-web/src/pages/legal/publisher-settings.ts'
import { createPlansPage } from '../../../svc-web/src/pages/plans/plans-page.ts'
import { createProblemPages } from '../../../svc-web/src/pages/problems/problem-pages.ts'
import { createReferencePages } from '../../../svc-web/src/pages/reference/reference-page.ts'
import { createServiceWorkerRoute } from '../../../svc-web/src/site/files/service-worker.ts'

/** Answers some requests in place of the site. */
export type OwnAnswer = (request: Request) => Response | Promise<Response> | undefined

const recorded = findRecordedAnswer(getDashboard).body as DashboardResponse

/**
 * The home page and the pages without data, on a port of this machine: without stores and gateway.
 *
 * @param dashboard what the home page shows; the recorded one has a forecast of two hours
 */
export async function startLocalSite(dashboard: DashboardResponse = recorded) {
  const assets = await buildAssets()
  const site = { publicBaseUrl: 'https://power.example', assets, hasAccounts: true }
  const contracts = { table: shippedTable, changedAtMs: 0 }
  const current = { latest: async () => dashboard }
  const embed = {
    current,
    clock: { now: () => Temporal.Instant.from(dashboard.generatedAt) },
    publicBaseUrl: site.publicBaseUrl,
  }
  const document = { publicBaseUrl: site.publicBaseUrl, planTable: defaultPlanTable, demoKey: null }
  const routes = [
    createHomePage({ site, current, readContractTable: async () => contracts }),
    createPlansPage({ site, planTable: defaultPlanTable, demoKey: null, accountUrl: null }),
    ...createLegalPages(site, { publisher: parseEnv(v.object(publisherEnv), {}), sessionDays: 30 }),
    createDevelopersPage({ site, ...document }),
    ...(await createReferencePages({ site, ...document })),
    ...createProblemPages(site),
    createBadgePage(embed),
    createEmbedPage(embed),
    createServiceWorkerRoute(assets),
    ...listAssets(assets).map(({ path, page }) => servePage(path, page)),
  ]
  const errors = createErrorPages({ site, pagePaths: ['/plans'], logger: createLogger('svc-web', 'silent') })
  /** As the gateway asks for it. */
  const answerUnknown = ({ url, headers }: Request) => {
    const { pathname: path, searchParams } = new URL(url)
    searchParams.set('path', path)
    return errors.unknown.answer(new Request(`http://localhost/404?${searchParams}`, { headers }), client)
  }
  const openApiDocument = createOpenApiDocument(document)
  const client = { id: '', wider: [], isPrivateConnection: true, host: '' }
  const routeAt = new Map(routes.map((route) => [route.path, route]))
  let ownAnswer: OwnAnswer = () => undefined
  const start = (port: number) =>
    Bun.serve({
      port,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname } = new URL(request.url)
        const own = ownAnswer(request)
        if (own !== undefined) return own
        if (pathname === getDashboard.path) return Response.json(dashboard)
        if (pathname === '/openapi.json') return Response.json(openApiDocument)
        return routeAt.get(pathname)?.answer(request, client) ?? answerUnknown(request)
      },
    })
  let server = start(0)
  const port = server.port ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    assets,
    answerFirst(answer: OwnAnswer): void {
      ownAnswer = answer
    },
    /** As if the network were gone. */
    goAway: () => server.stop(true),
    comeBack(): void {
      server = start(port)
    },
    stop: () => server.stop(true),
  }
}
