import { connect } from 'node:net'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createApp } from '../../app.ts'
import { createClientSubjects, parseTrustedProxies } from '../../auth/client-subjects.ts'
import { createAnswerRequest } from '../../http/answer-request.ts'
import { createLargeBodies } from '../../http/large-bodies.ts'
import { createObserve } from '../../http/request-context.ts'
import { createRequestTraces } from '../../http/traces.ts'
import { startTestLimiter } from '../../limits/testing/limiter-fixture.ts'
import { createCountRequest } from '../../pipeline/admit.ts'
import { createUnknownPath } from '../../pipeline/unknown-path.ts'
import { testInternalToken, testPublicBaseUrl } from '../../testing/gateway-fixture.ts'
import { createUpstreamMetrics } from '../../upstream/forward.ts'
import { createForwardPage } from '../forward-page.ts'
import { createUnknownPage, createWebResources } from '../web-resources.ts'

export type WebFixtureOptions = {
  /** Address of svc-web; null = none is set. */
  webUrl: string | null
  requestsPerMinute?: number
  timeoutMs?: number
}

/** A gateway that serves only forwarded pages of svc-web. */
export async function startWebFixture({ webUrl, requestsPerMinute = 60_000, timeoutMs }: WebFixtureOptions) {
  const logger = createLogger('gateway', 'silent')
  const metrics = createMetrics('gateway')
  const planTable = { ...defaultPlanTable, anonymous: { requestsPerMinute } }
  const subjects = createClientSubjects({
    trustedProxies: parseTrustedProxies('127.0.0.1'),
    addressSecret: 'secret of addresses',
    planTable,
  })
  const limiter = await startTestLimiter(await createTestRedisUrl())
  const monotonicMs = () => performance.now()
  const upgrades = createUpgrades(planTable, 'https://example.org/plans')
  const forwardPage =
    webUrl === null
      ? null
      : createForwardPage({
          url: webUrl,
          internalToken: testInternalToken,
          publicBaseUrl: testPublicBaseUrl,
          subjects,
          countRequest: createCountRequest({ limiter, upgrades }),
          tracing: null,
          metrics: createUpstreamMetrics(metrics, 'FR'),
          logger,
          monotonicMs,
          timeoutMs,
        })
  const pages = createWebResources({ forwardPage, limiter, subjects })
  const app = createApp({
    traces: createRequestTraces(null),
    operations: [],
    pages,
    answerUnknownPath: createUnknownPath({
      operations: [],
      pages,
      showUnknownPage: createUnknownPage(forwardPage),
    }),
    answerRequest: createAnswerRequest({
      limiter,
      largeBodies: createLargeBodies({ subjects, monotonicMs, logger, metrics }),
      observe: createObserve({ logger, metrics, monotonicMs }),
      publicBaseUrl: testPublicBaseUrl,
      logger,
      drain: { hasBegun: () => false },
    }),
  })
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const url = `http://127.0.0.1:${app.server?.port}`
  return {
    url,
    port: app.server?.port ?? 0,
    metrics,
    ask: (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}${path}`, { redirect: 'manual', decompress: false, ...init }),
    async stop(): Promise<void> {
      await app.stop(true)
      await limiter.close()
    },
  }
}
export type WebFixture = Awaited<ReturnType<typeof startWebFixture>>

/** Sends raw bytes, which `fetch` would normalise, as a proxy does for a client address. @returns the status line */
export async function sendRaw(
  { port }: Pick<WebFixture, 'port'>,
  target: string,
  { host = 'localhost', address = '192.0.2.1' } = {},
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`)
  })
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
  return promise
}
