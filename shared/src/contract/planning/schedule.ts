import * as v from 'valibot'
import { gridSignalStatuses } from '../../grid/public-signals.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'
import { ScoreWeights } from '../values/score-weights.ts'
import { ForecastVersionSet } from '../values/versions.ts'
import {
  emissionChoices,
  estimates,
  maxAlternatives,
  maxSegmentsLimit,
  objectives,
  priceBases,
  priceCertainties,
} from './choices.ts'
import { ContractId } from './contract-periods.ts'

const band = {
  low: described(
    v.nullable(FiniteNumber),
    'Lower limit (p10) for the whole plan. Null when too few past forecast errors are known.',
  ),
  high: described(
    v.nullable(FiniteNumber),
    'Upper limit (p90) for the whole plan. With the three-colour tariff, the cost if every day that can be red is red. Null when too few past forecast errors are known.',
  ),
}

export const PlanSegment = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the segment, a full quarter-hour, UTC.'),
    end: described(UtcTimestamp, 'End of the segment, UTC.'),
    powerKW: described(FiniteNumber, 'Power, kW: the same in every segment.'),
    energyKWh: described(FiniteNumber, 'Energy of the segment, kWh.'),
  }),
  'Segment in which the load runs without interruption.',
)

export const PlanCost = described(
  v.strictObject({
    eur: described(FiniteNumber, 'Expected cost, EUR, without the subscription.'),
    ...band,
    basis: described(
      v.picklist(priceBases),
      'auction: all prices are published auction prices; estimate: at least one price is estimated; regulated: prices of a contract of GET /api/tariffs, also of one that is not regulated; expected: prices weighted with the probabilities of the tariff colours.',
    ),
    certainty: described(
      v.picklist(priceCertainties),
      'confirmed: all prices are confirmed; unconfirmed: at least one price rests on secondary sources only.',
    ),
  }),
  'Cost of a plan.',
)

export const PlanCarbon = described(
  v.strictObject({
    gCo2eq: described(FiniteNumber, 'Expected emissions, gCO2eq.'),
    ...band,
    gCo2PerKwh: described(FiniteNumber, 'Mean carbon intensity, gCO2eq/kWh.'),
  }),
  'Emissions of a plan.',
)

export const SchedulePlan = described(
  v.strictObject({
    segments: described(
      v.pipe(v.array(PlanSegment), v.minLength(1), v.maxLength(maxSegmentsLimit)),
      'Segments in chronological order.',
    ),
    energyKWh: described(FiniteNumber, 'Energy of the load, kWh: exactly the requested energy.'),
    cost: described(
      v.nullable(PlanCost),
      'Cost of the plan. Null when a price is unknown; advice then states the reason.',
    ),
    carbon: described(
      v.nullable(PlanCarbon),
      'Emissions of the plan. Null when a carbon intensity is unknown; advice then states the reason.',
    ),
    globalScore: described(
      v.nullable(v.pipe(Int32, v.minValue(0), v.maxValue(100))),
      'Mean score of the plan, 0 to 100. Null when the score of a slot is unknown.',
    ),
    worstGridSignal: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Worst published grid-tension signal during the plan. Null when the signal of an hour is unknown.',
    ),
  }),
  'Times at which a load runs, with cost, emissions and score.',
)
export type SchedulePlan = v.InferOutput<typeof SchedulePlan>

export const ScheduleSaving = described(
  v.strictObject({
    eur: described(
      v.nullable(FiniteNumber),
      'Cost saved, EUR: the difference between the two rounded costs. Negative when the plan costs more. Null when a cost is unknown.',
    ),
    gCo2eq: described(
      v.nullable(FiniteNumber),
      'Emissions saved, gCO2eq: the difference between the two rounded values. Null when unknown.',
    ),
    score: described(
      v.nullable(FiniteNumber),
      'Score points gained: the difference between the two rounded scores. Null when unknown.',
    ),
    pct: described(
      v.nullable(FiniteNumber),
      'Saving of the objective, %; of the emissions when the objective is cost and both plans cost the same. Null for the objective score, and when the baseline is below 0.01 EUR or 0.01 gCO2eq.',
    ),
  }),
  'Saving of the plan compared with a baseline.',
)

export type ScheduleSaving = v.InferOutput<typeof ScheduleSaving>

export const ScheduleBaselines = described(
  v.strictObject({
    startNow: SchedulePlan,
    asLate: SchedulePlan,
    worst: SchedulePlan,
    yesterday: described(
      v.nullable(SchedulePlan),
      'Plan at the hours that were best yesterday, evaluated with today’s forecast. Null when the values of yesterday are unknown.',
    ),
  }),
  'Baselines of the plan. startNow: one segment from the earliest start on; asLate: one segment up to the latest end; worst: the worst plan under the same constraints.',
)

export const ScheduleSavings = described(
  v.strictObject({
    vsNow: ScheduleSaving,
    vsYesterday: described(
      v.nullable(ScheduleSaving),
      'Saving compared with the baseline yesterday. Null when that baseline is null.',
    ),
  }),
  'Savings of the plan compared with the baselines startNow and yesterday.',
)

/** Body of `GET /v1/schedule`. */
export const ScheduleResponse = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'Time at which the forecast was issued, UTC.'),
    servedUntil: described(
      UtcTimestamp,
      'End of the searched window, UTC: latest, or an earlier time when the forecast of the plan ends earlier.',
    ),
    objective: described(
      v.picklist(objectives),
      'Objective of the plan: lowest cost, lowest emissions (carbon) or best score.',
    ),
    emissions: described(
      v.picklist(emissionChoices),
      'Emissions that are counted: of generation with life-cycle (lifecycle) or direct factors (direct), or of consumption, imports included (consumption).',
    ),
    tariff: described(ContractId, 'Contract behind the cost: spot, or the id of a contract of GET /api/tariffs.'),
    estimate: described(
      v.picklist(estimates),
      'central: the plan minimises the central forecast; prudent: it minimises p90 (for the score: maximises p10).',
    ),
    profileApplied: described(
      v.nullable(v.string()),
      'Preset that was applied, or custom for custom weights. Null for the default national weighting.',
    ),
    weightsApplied: ScoreWeights,
    plan: SchedulePlan,
    baselines: ScheduleBaselines,
    savings: ScheduleSavings,
    alternatives: described(
      v.pipe(v.array(SchedulePlan), v.maxLength(maxAlternatives)),
      'Alternative plans, best first. No alternative shares a quarter-hour with the plan or with an earlier alternative.',
    ),
    comparedBy: described(
      v.picklist(objectives),
      'Quantity in which the plan must beat startNow for probabilityBetterThanNow and worthWaiting: the objective, or carbon when the objective is cost and both plans cost the same.',
    ),
    probabilityBetterThanNow: described(
      v.nullable(v.pipe(FiniteNumber, v.minValue(0), v.maxValue(1))),
      'Probability, 0 to 1, that the plan turns out better than startNow, calculated from past forecast errors. For emissions it is corrected for the choice of the plan, which favours slots whose forecast is too low. Null when unknown.',
    ),
    worthWaiting: described(
      v.nullable(v.boolean()),
      'True when waiting pays: probabilityBetterThanNow is at least 0.6 and the saving at least 3 % (for the score, 3 points). Null when unknown.',
    ),
    advice: described(
      v.string(),
      'Advice in one sentence with figures; it states which values are unknown and why. In French, or in English when Accept-Language prefers English.',
    ),
    recomputeAfter: described(
      v.nullable(UtcTimestamp),
      'Time at which new input data are expected before the last segment begins, UTC: request the schedule again then. Null when the plan is final.',
    ),
    confidence: described(
      v.pipe(Int32, v.minValue(0), v.maxValue(100)),
      'Lowest confidence of the hours of the plan, 0 to 100.',
    ),
    methodologyVersions: ForecastVersionSet,
  }),
  'Best time to run a load, and the saving.',
)
export type ScheduleResponse = v.InferOutput<typeof ScheduleResponse>
