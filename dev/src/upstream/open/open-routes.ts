import { Elysia } from 'elysia'
import { couleurTempoRoutes } from './couleur-tempo/couleur-tempo-routes.ts'
import { energyChartsRoutes } from './energy-charts/energy-charts-routes.ts'
import { exportRoute, recordsRoute } from './odre/odre-routes.ts'
import { rteServicesRoutes } from './rte-services/rte-services-routes.ts'
import { rteZipRoutes } from './rte-zip/rte-zip-routes.ts'
import { createOpenCalls } from './transport/calls.ts'
import type { OpenDeps } from './transport/publisher-route.ts'
import { createTokenBucket } from './transport/refusals.ts'

/** Every path of the publishers of open data, below the base paths of `subjects/publishers.ts`. */
export function openRoutes(deps: Omit<OpenDeps, 'calls' | 'bucket'>, allowCallReport: boolean) {
  const calls = createOpenCalls()
  const open: OpenDeps = { ...deps, calls, bucket: createTokenBucket() }
  const app = new Elysia().use(exportRoute(open)).use(recordsRoute(open))
  // `use` extends the app that it is called on.
  for (const routes of [energyChartsRoutes, rteServicesRoutes, couleurTempoRoutes, rteZipRoutes]) {
    for (const route of routes(open)) app.use(route)
  }
  if (!allowCallReport) return app
  return app
    .get('/open/calls', () => calls.report())
    .delete('/open/calls', () => {
      calls.clear()
      return new Response(null, { status: 204 })
    })
}
