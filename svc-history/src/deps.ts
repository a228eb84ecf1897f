import { createServiceDeps } from '@hexawatt/shared/service/service-deps'
import { createPointDays } from './days/encoded-days.ts'
import type { Env } from './env.ts'

/** Creates the dependencies of the service once; it reads from the replica where there is one. */
export async function createDeps(env: Env) {
  const service = await createServiceDeps(
    { ...env, DATABASE_URL: env.DATABASE_READ_URL ?? env.DATABASE_URL },
    'svc-history',
  )
  return { ...service, days: createPointDays(service) }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
