import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'

/** Health and metrics; this program serves nothing else. */
export function createApp({ logger, metrics, checks }: Deps) {
  return new Elysia({ name: 'svc-ingest' })
    .use(edge({ logger, metrics, publicBaseUrl: '' }))
    .use(health(metrics, checks))
}
