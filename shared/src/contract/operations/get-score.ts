import * as v from 'valibot'
import { maxAgeMinutes } from '../entry/longest-ages.ts'
import { operation } from '../entry/operation.ts'
import { holdsUntilHour, reviseBody } from '../entry/stale-rules.ts'
import { weightingParameters } from '../query/weighting-parameters.ts'
import { EnergyScore, SubScore } from '../score.ts'
import { ScoreWeights } from '../values/score-weights.ts'

export const getScore = operation({
  id: 'getScore',
  path: '/v1/score',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(weightingParameters),
  response: EnergyScore,
  schemas: { EnergyScore, SubScore, ScoreWeights },
  clientFile: 'score',
  isLive: true,
  /** The score of the same hour, not older than svc-score itself serves it. */
  staleRule: (last) =>
    holdsUntilHour(last) &&
    reviseBody(EnergyScore, last, (score) =>
      last.now.since(score.computedAt).total('minutes') <= maxAgeMinutes.score ? score : null,
    ),
  problems: ['insufficient_data'],
  chapter: 'Score',
  summary: 'Score 0–100 of this hour on price, carbon, grid and adequacy',
  notes:
    'Without parameters the national weighting (price 0.30, carbon 0.30, grid 0.20, adequacy 0.20), on every plan. profile or the four weights choose another one on the plans with customWeights; asked for without that right they are refused with 403 and never replaced by the default. Below a confidence of 50 the score is refused with 503.',
})
