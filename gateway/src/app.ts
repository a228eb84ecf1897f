import { type EdgeDeps, edge } from '@hexawatt/shared/http/edge'
import { Elysia } from 'elysia'
import { everyAnswerHeaders } from './gate/edge-headers.ts'
import type { Pipeline } from './gate/pipeline.ts'

/** Seconds a connection may be silent; above the longest wait for a service. */
const idleTimeoutSeconds = 30

/** The API takes no bodies; whoever sends a large one is refused by the HTTP parser. */
const maxRequestBodyBytes = 16 * 1024

export type AppDeps = EdgeDeps & { passGate: Pipeline }

/** The public HTTP application: one route, which is the gate. */
export function createApp({ passGate, ...edgeDeps }: AppDeps) {
  return new Elysia({ serve: { idleTimeout: idleTimeoutSeconds, maxRequestBodySize: maxRequestBodyBytes } })
    .use(edge(edgeDeps))
    .onRequest(function addEveryAnswerHeaders({ set }) {
      Object.assign(set.headers, everyAnswerHeaders)
    })
    .all('/*', ({ request }) => passGate(request), { parse: 'none' })
}
