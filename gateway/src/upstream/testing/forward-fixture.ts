import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import { createPrincipal } from '@hexawatt/shared/http/principal'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import type { ForwardedOperation } from '../../upstream/service-request.ts'
import { createForward, createUpstreamMetrics, type ForwardDeps } from '../forward.ts'
import type { ServiceRequest } from '../service-request.ts'

export const testToken = 'internal-token-of-the-upstream-tests-012'

/** The hop with one service behind every operation, and a clock that the test may move. */
export function startForwardFixture(
  serviceUrl: string,
  {
    historyUrl = serviceUrl,
    ...options
  }: Pick<ForwardDeps, 'serviceClient' | 'timeoutMs' | 'lookUp'> & { historyUrl?: string } = {},
) {
  const metrics = createMetrics('gateway')
  let aheadMs = 0
  const forward = createForward({
    zone: 'FR',
    serviceUrls: { 'svc-carbon': serviceUrl, 'svc-score': serviceUrl, 'svc-history': historyUrl },
    internalToken: testToken,
    upgrades: createUpgrades(defaultPlanTable, 'https://example.org/plans'),
    logger: createLogger('gateway', 'silent'),
    metrics: createUpstreamMetrics(metrics, 'FR'),
    monotonicMs: () => performance.now() + aheadMs,
    ...options,
  })
  return {
    forward,
    advanceClock(ms: number): void {
      aheadMs += ms
    },
    /** Value of one line of the metrics; null when there is no such line. */
    async metric(name: string, ...labels: string[]): Promise<number | null> {
      const lines = (await metrics.text()).split('\n')
      const line = lines.find((text) => text.startsWith(`${name}{`) && labels.every((label) => text.includes(label)))
      return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')))
    },
  }
}

/** A request as the pipeline makes it, each from another caller. */
export function createServiceRequest(
  id: ForwardedOperation['id'],
  changes: Partial<ServiceRequest> = {},
): ServiceRequest {
  return {
    operation: operationOf(id),
    query: '',
    principalJson: JSON.stringify(createPrincipal({ accountId: 'a', keyId: 'k', plan: 'scale' }, defaultPlanTable)),
    callerId: crypto.randomUUID(),
    requestId: 'request-of-a-test',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    language: null,
    accept: 'application/json',
    conditions: {},
    signal: null,
    ...changes,
  }
}

function operationOf(id: ForwardedOperation['id']): ForwardedOperation {
  const found = operations.find((operation: Operation) => operation.id === id)
  if (found === undefined || found.owner === 'gateway') throw new Error(`no service answers ${id}`)
  return found
}

/** `{"a":1}` in two pieces, without a declared length: only `fetch` can read it. */
export function createChunkedResponse(status = 200): Response {
  const pieces = new ReadableStream({
    async start(controller) {
      controller.enqueue('{"a":')
      await Bun.sleep(1)
      controller.enqueue('1}')
      controller.close()
    },
  })
  return new Response(pieces, { status })
}
