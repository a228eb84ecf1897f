import { createEdge } from '@hexawatt/shared/http/edge'
import { mountOperations } from '@hexawatt/shared/http/mount'
import { createHealth } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import { answerConsumption } from './carbon/consumption-answer.ts'
import { answerExplanation } from './carbon/explanation-answer.ts'
import { answerIntensity } from './carbon/intensity-answer.ts'
import { addLatestGauges } from './carbon/latest-snapshots.ts'
import { answerRegions } from './carbon/regions-answer.ts'
import type { Deps } from './deps.ts'

/** The service: health for the operator, and the operations, for the gateway only. */
export function createApp(deps: Deps) {
  addLatestGauges(deps)
  return new Elysia({ name: 'svc-carbon' })
    .use(createEdge({ ...deps, successLevel: 'debug' }))
    .use(createHealth(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(
      mountOperations(
        { ...deps, owner: 'svc-carbon' },
        {
          getCarbonIntensity: () => answerIntensity(deps),
          getCarbonConsumption: () => answerConsumption(deps),
          getCarbonRegions: () => answerRegions(deps),
          getCarbonExplain: () => answerExplanation(deps),
        },
      ),
    )
}
