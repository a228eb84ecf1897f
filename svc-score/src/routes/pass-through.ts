import { GridStatusResponse } from '@hexawatt/shared/contract/grid-status'
import { TariffTodayResponse } from '@hexawatt/shared/contract/tariff-today'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { writeHeaders } from '../answers/answer.ts'
import type { AnswerDeps } from '../answers/answer-deps.ts'
import { currentGridStatus } from '../grid/current-grid-status.ts'
import { currentTariff } from '../tariff/current-tariff.ts'

/** What is passed through from the publisher, for the gateway only: `GET /v1/grid/status` and `GET /v1/tariff/today`. */
export function passThroughRoutes(deps: AnswerDeps & { acceptedTokens: readonly string[] }) {
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
