import {
  GridStatusResponse,
  TariffOutlookResponse,
  TariffTodayResponse,
} from '@hexawatt/shared/contract/grid-and-tariff'
import { operations } from '@hexawatt/shared/contract/operations'
import { TariffsResponse } from '@hexawatt/shared/contract/planning/tariffs'
import { applyDataHeaders } from '@hexawatt/shared/http/data-headers'
import { edge } from '@hexawatt/shared/http/edge'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { health } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type AnswerDeps, send, writeHeaders } from './answers/encoded-answer.ts'
import { createLiveRoutes, type LiveAnswer } from './answers/live-routes.ts'
import type { Deps } from './deps.ts'
import { createExportAnswer } from './exports/export-answer.ts'
import { createForecastAnswer } from './forecast/forecast-answer.ts'
import { createOutlookAnswer } from './forecast/outlook-answer.ts'
import { currentGridStatus, currentTariff } from './pass-through/pass-through-answers.ts'
import { createScheduleAnswer } from './schedule/schedule-answer.ts'
import { createScoreAnswer } from './score/score-answer.ts'
import { addLatestGauges } from './sources/latest-snapshots.ts'
import { currentTariffOutlook } from './tariffs/tariff-outlook-answer.ts'
import { createTariffsAnswer } from './tariffs/tariffs-answer.ts'

/** The service: health for the operator, and the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  addLatestGauges(deps)
  const answers: ReadonlyMap<string, LiveAnswer> = new Map<string, LiveAnswer>([
    ['/v1/score', createScoreAnswer(deps)],
    ['/v1/score/forecast', createForecastAnswer(deps)],
    ['/v1/schedule', createScheduleAnswer(deps)],
    ['/v1/outlook', createOutlookAnswer(deps)],
  ])
  return new Elysia({ name: 'svc-score' })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .wrap(createLiveRoutes(deps, answers))
    .use(health(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(scoreRoutes(deps, answers))
    .use(passThroughRoutes(deps))
    .use(tariffOutlookRoute(deps))
    .use(tariffsRoute(deps))
    .use(exportRoutes(deps))
}

/** The live answers of the service, for the gateway only. Bodies are checked against their contract when they are made. */
function scoreRoutes({ acceptedTokens }: Deps, answers: ReadonlyMap<string, LiveAnswer>) {
  const routes = new Elysia().use(internalAuth(acceptedTokens))
  for (const [path, answer] of answers) {
    routes.get(path, ({ request, principal, set }) =>
      send({ request, set }, answer(request.url, principal, request.headers)),
    )
  }
  return routes
}

/** What is passed through from the publisher, for the gateway only: `GET /v1/grid/status` and `GET /v1/tariff/today`. */
function passThroughRoutes(deps: AnswerDeps & { acceptedTokens: readonly string[] }) {
  return new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .get(
      '/v1/grid/status',
      async ({ request, set }) => {
        const { body, facts } = await currentGridStatus(deps)
        return writeHeaders({ request, set }, facts) ? body : undefined
      },
      { response: { 200: GridStatusResponse, 304: v.undefined() } },
    )
    .get(
      '/v1/tariff/today',
      async ({ request, set }) => {
        const { body, facts } = await currentTariff(deps)
        return writeHeaders({ request, set }, facts) ? body : undefined
      },
      { response: { 200: TariffTodayResponse, 304: v.undefined() } },
    )
}

/** `GET /v1/tariff/outlook`, for the gateway only. */
function tariffOutlookRoute(deps: Deps) {
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/v1/tariff/outlook',
    async ({ request, set }) => {
      const { body, facts } = await currentTariffOutlook(deps)
      return writeHeaders({ request, set }, facts) ? body : undefined
    },
    { response: { 200: TariffOutlookResponse, 304: v.undefined() } },
  )
}

/** `GET /api/tariffs`: callers need no key, but the request still comes through the gateway. */
function tariffsRoute({ tariffTable, clock, acceptedTokens }: Deps) {
  const { body, headers } = createTariffsAnswer(tariffTable, clock.now().epochMilliseconds)
  return new Elysia()
    .use(internalAuth(acceptedTokens))
    .get('/api/tariffs', ({ request, set }) => (applyDataHeaders({ request, set }, headers) ? body : undefined), {
      response: { 200: TariffsResponse, 304: v.undefined() },
    })
}

/** `GET /v1/export/…`, for the gateway only. */
function exportRoutes(deps: Deps) {
  const answerExport = createExportAnswer(deps)
  const routes = new Elysia().use(internalAuth(deps.acceptedTokens))
  for (const operation of operations) {
    if (operation.owner !== 'svc-score' || operation.exportedAs === null) continue
    routes.get(operation.path, ({ request, principal, set }) =>
      send({ request, set }, answerExport(operation, request.url, principal)),
    )
  }
  return routes
}
