import { internalOperations } from '@hexawatt/shared/contract/internal/compare-contracts'
import { createEdge } from '@hexawatt/shared/http/edge'
import { mountOperations } from '@hexawatt/shared/http/mount'
import { createHealth } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import { createAnalyticsAnswer } from './analytics/analytics-answer.ts'
import { createComparisonAnswer } from './comparison/comparison-answer.ts'
import { createConsumptionAnswer } from './consumption/consumption-answer.ts'
import type { Deps } from './deps.ts'
import { createExplainAnswer } from './explain/explain-answer.ts'
import { createAccuracyAnswer } from './forecasts/accuracy-answer.ts'
import { createArchiveAnswer } from './forecasts/archive-answer.ts'
import { createCoverageAnswer } from './history/coverage-answer.ts'
import { createHistoryAnswer } from './history/history-answer.ts'
import { createHoursAnswer } from './hours/hours-answer.ts'
import { createRegionalDayAnswer } from './regions/regional-day-answer.ts'
import { createSeriesAnswer } from './series/series-answer.ts'

/** Seconds a connection may be idle: how long a stalled reader can hold a history stream open. */
const idleTimeoutSeconds = 60

/** Largest request, bytes: a comparison of contracts brings the price table, which the gateway reads up to 4 MiB, and a load profile. */
const maxRequestBodySize = 5 * 1024 * 1024

/** The service: health for the operator, and the operations, for the gateway only. */
export function createApp(deps: Deps) {
  return new Elysia({ name: 'svc-history', serve: { idleTimeout: idleTimeoutSeconds, maxRequestBodySize } })
    .use(createEdge({ ...deps, successLevel: 'debug' }))
    .use(createHealth(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(
      mountOperations(
        { ...deps, owner: 'svc-history' },
        {
          getCarbonConsumption: createConsumptionAnswer(deps),
          getCarbonExplain: createExplainAnswer(deps),
          getCarbonRegionsDay: createRegionalDayAnswer(deps),
          getCarbonSeries: createSeriesAnswer(deps),
          getScoreHistory: createHistoryAnswer(deps),
          getScoreAnalytics: createAnalyticsAnswer(deps),
          getForecastArchive: createArchiveAnswer(deps),
          getCoverage: createCoverageAnswer(deps),
          getAccuracy: createAccuracyAnswer(deps),
          getHours: createHoursAnswer(deps),
        },
      ),
    )
    .use(
      mountOperations(
        { ...deps, owner: 'svc-history', operations: internalOperations },
        { compareContracts: createComparisonAnswer(deps) },
      ),
    )
}
