import { createSnapshotServiceDeps } from '@hexawatt/shared/service/snapshot-service-deps'
import { dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { Env } from './env.ts'
import type { PageRoute } from './http/page-routes.ts'
import { createProblemPages } from './pages/problems/problem-pages.ts'

/** Builds svc-web: what its pages read, and the pages by their paths. */
export async function createDeps(env: Env) {
  const service = await createSnapshotServiceDeps(env, {
    program: 'svc-web',
    needs: [dashboardSnapshot],
    createLatest: () => ({ changed: () => undefined }),
  })
  const { publicBaseUrl } = service
  const pages: readonly PageRoute[] = createProblemPages(publicBaseUrl)
  return { ...service, pages }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
