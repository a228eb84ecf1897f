import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import type { DatedContractTable } from '@hexawatt/shared/service/contract-table'
import type { PublicRoute } from '../http/page-routes.ts'
import { createDashboardPages } from './dashboard/dashboard-page.ts'
import { createPlansPage, type PlansPageInput } from './plans/plans-page.ts'
import { createProblemPages } from './problem-pages.ts'
import { createReferencePages } from './reference-page.ts'

export type PublicPagesDeps = PlansPageInput & {
  dashboard: Pick<CurrentDashboard, 'latest'>
  readContractTable: () => Promise<DatedContractTable>
}

/** Makes the public pages; pages without data are written before the first request. */
export async function createPublicPages({ dashboard, ...input }: PublicPagesDeps): Promise<PublicRoute[]> {
  const { site, planTable, demoKey } = input
  const { publicBaseUrl, assets } = site
  return [
    ...createDashboardPages({ current: dashboard, publicBaseUrl, assets }),
    createPlansPage(input),
    ...(await createReferencePages(createOpenApiDocument({ publicBaseUrl, planTable, demoKey }))),
    ...createProblemPages(publicBaseUrl),
  ]
}
