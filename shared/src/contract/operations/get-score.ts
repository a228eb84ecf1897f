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
  /** The score of the same hour, up to the age at which svc-score itself refuses it. */
  staleRule: (last) =>
    holdsUntilHour(last) &&
    reviseBody(EnergyScore, last, (score) =>
      last.now.since(score.computedAt).total('minutes') <= maxAgeMinutes.score ? score : null,
    ),
  problems: ['insufficient_data'],
  chapter: 'Score',
  summary: 'Score of the current hour, 0 to 100, from price, carbon, grid and adequacy',
  notes:
    'The default is the national weighting (price 0.30, carbon 0.30, grid 0.20, adequacy 0.20), on every plan. profile or the four weights select another weighting on plans with customWeights; on other plans they are refused with 403, never replaced by the default. If the confidence is below 50, the response is 503.',
})
