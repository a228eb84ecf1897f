import { AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import { CoverageResponse, ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { applyDataHeaders } from '@hexawatt/shared/http/data-headers'
import { edge } from '@hexawatt/shared/http/edge'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { health } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type AnalyticsDeps, createAnalyticsAnswer } from './analytics/analytics-answer.ts'
import type { Deps } from './deps.ts'
import { type AccuracyDeps, createAccuracyAnswer } from './forecasts/accuracy-answer.ts'
import { type ArchiveDeps, createArchiveAnswer } from './forecasts/archive-answer.ts'
import { type CoverageDeps, createCoverageAnswer } from './history/coverage-answer.ts'
import { createHistoryAnswer, type HistoryDeps } from './history/history-answer.ts'

/** Seconds a connection may be idle: how long a stalled reader can hold a history stream open. */
const idleTimeoutSeconds = 60

/** The service: health for the operator, and the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  return new Elysia({ name: 'svc-history', serve: { idleTimeout: idleTimeoutSeconds } })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .use(health(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(scoreHistoryRoute(deps))
    .use(scoreAnalyticsRoute(deps))
    .use(forecastArchiveRoute(deps))
    .use(coverageRoute(deps))
    .use(accuracyRoute(deps))
}

/** `GET /v1/score/history`, for the gateway only. */
function scoreHistoryRoute(deps: HistoryDeps & { acceptedTokens: readonly string[] }) {
  const answerHistory = createHistoryAnswer(deps)
  return new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .get('/v1/score/history', ({ request, principal }) => answerHistory(request, principal))
}

/** `GET /v1/score/analytics`, for the gateway only. */
function scoreAnalyticsRoute(deps: AnalyticsDeps & { acceptedTokens: readonly string[] }) {
  const answerAnalytics = createAnalyticsAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/v1/score/analytics',
    async ({ request, principal, set }) => {
      const { body, headers } = await answerAnalytics(request, principal)
      Object.assign(set.headers, headers)
      if (body === null) set.status = 304
      return body ?? undefined
    },
    { response: { 200: ScoreAnalyticsResponse, 304: v.undefined() } },
  )
}

/** `GET /v1/forecast/archive`, for the gateway only. */
function forecastArchiveRoute(deps: ArchiveDeps & { acceptedTokens: readonly string[] }) {
  const answerArchive = createArchiveAnswer(deps)
  return new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .get('/v1/forecast/archive', ({ request, principal }) => answerArchive(request, principal))
}

/** `GET /api/coverage`: callers need no key, but the request still comes through the gateway. */
function coverageRoute(deps: CoverageDeps & { acceptedTokens: readonly string[] }) {
  const answerCoverage = createCoverageAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/api/coverage',
    async ({ request, set }) => {
      const { body, headers } = await answerCoverage()
      return applyDataHeaders({ request, set }, headers) ? body : undefined
    },
    { response: { 200: CoverageResponse, 304: v.undefined() } },
  )
}

/** `GET /api/accuracy`: callers need no key, but the request still comes through the gateway. */
function accuracyRoute(deps: AccuracyDeps & { acceptedTokens: readonly string[] }) {
  const answerAccuracy = createAccuracyAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/api/accuracy',
    async ({ request, set }) => {
      const { body, headers } = await answerAccuracy()
      return applyDataHeaders({ request, set }, headers) ? body : undefined
    },
    { response: { 200: AccuracyResponse, 304: v.undefined() } },
  )
}
