import { createEdge } from '@hexawatt/shared/http/edge'
import { mountOperations } from '@hexawatt/shared/http/mount'
import { createHealth } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'
import { createExportAnswers } from './exports/export-answer.ts'
import { createForecastAnswer } from './forecast/forecast-answer.ts'
import { createOutlookAnswer } from './forecast/outlook-answer.ts'
import { createScheduleAnswer } from './schedule/schedule-answer.ts'
import { answerGridStatus, answerTariffToday } from './score/pass-through-answers.ts'
import { createScoreAnswer } from './score/score-answer.ts'
import { addLatestGauges } from './sources/latest-snapshots.ts'
import { answerTariffOutlook } from './tariffs/tariff-outlook-answer.ts'
import { createTariffsAnswer } from './tariffs/tariffs-answer.ts'

/** The service: health for the operator, and the operations, for the gateway only. */
export function createApp(deps: Deps) {
  addLatestGauges(deps)
  const handlers = {
    getScore: createScoreAnswer(deps),
    getScoreForecast: createForecastAnswer(deps),
    getOutlook: createOutlookAnswer(deps),
    getSchedule: createScheduleAnswer(deps),
    getGridStatus: () => answerGridStatus(deps),
    getTariffToday: () => answerTariffToday(deps),
    getTariffOutlook: () => answerTariffOutlook(deps),
    getTariffs: createTariffsAnswer(deps),
    ...createExportAnswers(deps),
  }
  return new Elysia({ name: 'svc-score' })
    .use(createEdge({ ...deps, successLevel: 'debug' }))
    .use(createHealth(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(mountOperations({ ...deps, owner: 'svc-score' }, handlers))
}
