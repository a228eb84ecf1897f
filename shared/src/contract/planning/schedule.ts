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
  tariffKinds,
} from './choices.ts'
import { priceCertainties } from './tariffs.ts'

const band = {
  low: described(v.nullable(FiniteNumber), 'p10 of the whole plan; null where too few errors are known.'),
  high: described(v.nullable(FiniteNumber), 'p90 of the whole plan; for three colours, red wherever red is possible.'),
}

/** A piece of a plan. */
export const PlanSegment = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start, a full quarter-hour, UTC.'),
    end: described(UtcTimestamp, 'End, UTC.'),
    powerKW: described(FiniteNumber, 'Power, kW: the same in every piece.'),
    energyKWh: described(FiniteNumber, 'Energy of the piece, kWh.'),
  }),
  'A piece in which the load runs without a break.',
)

/** What a plan costs. */
export const PlanCost = described(
  v.strictObject({
    eur: described(FiniteNumber, 'Expected cost, EUR, without subscription.'),
    ...band,
    basis: described(
      v.picklist(priceBases),
      'auction: every price is published; estimate: one is not; regulated: a tariff; expected: weighted with the probabilities of colours.',
    ),
    certainty: described(v.picklist(priceCertainties), 'Whether every price is confirmed.'),
  }),
  'What a plan costs.',
)

/** What a plan emits. */
export const PlanCarbon = described(
  v.strictObject({
    gCo2eq: described(FiniteNumber, 'Expected emissions, g of CO2 equivalent.'),
    ...band,
    gCo2PerKwh: described(FiniteNumber, 'Mean intensity, gCO2eq/kWh.'),
  }),
  'What a plan emits.',
)

/** A plan, a baseline or an alternative. */
export const SchedulePlan = described(
  v.strictObject({
    segments: described(
      v.pipe(v.array(PlanSegment), v.minLength(1), v.maxLength(maxSegmentsLimit)),
      'Pieces in the order of time.',
    ),
    energyKWh: described(FiniteNumber, 'Energy of the load, kWh: exactly what was asked for.'),
    cost: described(v.nullable(PlanCost), 'What it costs; null when a price is unknown, as advice says.'),
    carbon: described(v.nullable(PlanCarbon), 'What it emits; null when an intensity is unknown, as advice says.'),
    globalScore: described(
      v.nullable(v.pipe(Int32, v.minValue(0), v.maxValue(100))),
      'Mean score, 0 to 100; null when one is unknown.',
    ),
    worstGridSignal: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Worst published signal of its hours; null when one is unknown.',
    ),
  }),
  'When a load runs, and what that comes to.',
)
export type SchedulePlan = v.InferOutput<typeof SchedulePlan>

/** What the plan saves. */
export const ScheduleSaving = described(
  v.strictObject({
    eur: described(
      v.nullable(FiniteNumber),
      'EUR saved, the difference of the two served costs; negative = the plan costs more. Null when a cost is unknown.',
    ),
    gCo2eq: described(
      v.nullable(FiniteNumber),
      'Grams saved, the difference of the two served figures; null when unknown.',
    ),
    score: described(
      v.nullable(FiniteNumber),
      'Points of the score gained, the difference of the two served scores; null when unknown.',
    ),
    pct: described(
      v.nullable(FiniteNumber),
      'Share of the objective saved, %; null for the score, and next to less than 0.01 EUR or g.',
    ),
  }),
  'What the plan saves next to a baseline.',
)

export type ScheduleSaving = v.InferOutput<typeof ScheduleSaving>

/** Other plans for the same load. */
export const ScheduleBaselines = described(
  v.strictObject({
    startNow: SchedulePlan,
    asLate: SchedulePlan,
    worst: SchedulePlan,
    yesterday: described(
      v.nullable(SchedulePlan),
      'The hours that were best yesterday, with today’s forecast; null when yesterday is not known.',
    ),
  }),
  'What the plan is compared with: startNow in one piece from the earliest start on, asLate in one piece up to the latest end, worst the worst plan under the same constraints.',
)

/** What the plan saves next to two of them. */
export const ScheduleSavings = described(
  v.strictObject({
    vsNow: ScheduleSaving,
    vsYesterday: described(v.nullable(ScheduleSaving), 'Next to yesterday; null when that is.'),
  }),
  'What the plan saves next to startNow and yesterday.',
)

/** Body of `GET /v1/schedule`. */
export const ScheduleResponse = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'When the forecast was issued, UTC.'),
    servedUntil: described(UtcTimestamp, 'End of the window that was searched: latest, or what the plan reaches, UTC.'),
    objective: described(v.picklist(objectives), 'What was minimised.'),
    emissions: described(v.picklist(emissionChoices), 'Emission factors of the grams.'),
    tariff: described(v.picklist(tariffKinds), 'Tariff of the cost.'),
    estimate: described(v.picklist(estimates), 'central: the forecast was minimised; prudent: its p90.'),
    profileApplied: described(
      v.nullable(v.string()),
      'Preset that was applied, or custom for own weights; null for the default national weighting.',
    ),
    weightsApplied: ScoreWeights,
    plan: SchedulePlan,
    baselines: ScheduleBaselines,
    savings: ScheduleSavings,
    alternatives: described(
      v.pipe(v.array(SchedulePlan), v.maxLength(maxAlternatives)),
      'Each is the best plan that shares no quarter-hour with those before it.',
    ),
    probabilityBetterThanNow: described(
      v.nullable(v.pipe(FiniteNumber, v.minValue(0), v.maxValue(1))),
      'Probability that the plan turns out better than startNow, by the errors of earlier forecasts; null when unknown.',
    ),
    worthWaiting: described(
      v.nullable(v.boolean()),
      'Probability of at least 0.6 and a saving of at least 3 % (3 points of the score); null when unknown.',
    ),
    advice: described(
      v.string(),
      'What to do, one sentence with figures; it says what is unknown and why. In French, or in English where Accept-Language prefers it.',
    ),
    recomputeAfter: described(
      v.nullable(UtcTimestamp),
      'When new inputs are expected before the last piece begins, UTC; null when the plan is final.',
    ),
    confidence: described(
      v.pipe(Int32, v.minValue(0), v.maxValue(100)),
      'The least reliability of the hours of the plan, 0 to 100.',
    ),
    methodologyVersions: ForecastVersionSet,
  }),
  'When to run a load, and what that saves.',
)
export type ScheduleResponse = v.InferOutput<typeof ScheduleResponse>
