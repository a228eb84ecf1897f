import {
  emissionChoices,
  estimates,
  maxSegmentsLimit,
  objectives,
  slotMinutes,
  tieBreaks,
} from '../planning/choices.ts'
import { choice, parameter, parameterWithDefault, positiveDecimal, wholeNumber } from './parameter.ts'
import { quietParameter } from './quiet-parameter.ts'
import { describeInstantForms, requestedTime } from './requested-time.ts'
import { tariffParameters } from './tariff-parameters.ts'
import { weightingParameters } from './weighting-parameters.ts'

/** Largest energy, power and duration of a load: a larger value is certainly a wrong unit. */
const loadLimits = { energyKWh: 1_000, powerKW: 1_000, durationMinutes: 2_880 } as const

/** The parameters of `GET /v1/schedule`. */
export const scheduleParameters = {
  energyKWh: parameter(positiveDecimal(loadLimits.energyKWh), {
    description:
      'Energy of the load, kWh. Give two of energyKWh, powerKW and durationMinutes, or only durationMinutes.',
    example: 30,
  }),
  powerKW: parameter(positiveDecimal(loadLimits.powerKW), {
    description:
      'Power of the load, kW. The power is reduced so that the load consumes exactly its energy in whole quarter-hours.',
    example: 7.4,
  }),
  durationMinutes: parameter(wholeNumber(1, loadLimits.durationMinutes), {
    description:
      'Running time of the load, minutes; rounded up to whole quarter-hours. Without energyKWh and powerKW, a power of 1 kW is assumed.',
    example: 120,
  }),
  earliest: parameter(requestedTime('next'), {
    description: `Earliest start: ${describeInstantForms('next')}; rounded up to the next quarter-hour. Default: now.`,
    example: '2026-02-03T17:00:00Z',
  }),
  latest: parameter(requestedTime('next', 'earliest'), {
    description:
      'Latest end, in the same forms as earliest; a time of day means the first such time after earliest. Default: 24 hours after earliest. A time beyond the forecast of the plan is capped: see servedUntil.',
    example: '2026-02-04T06:00:00Z',
  }),
  quiet: quietParameter,
  maxSegments: parameterWithDefault(wholeNumber(1, maxSegmentsLimit), '1', {
    description:
      'Maximum number of segments into which the load may be divided; 1 = the load runs without interruption.',
    example: 4,
  }),
  minOnMinutes: parameter(wholeNumber(slotMinutes, loadLimits.durationMinutes), {
    description:
      'Minimum length of a segment, minutes; rounded up to whole quarter-hours. Not longer than the running time of the load. Default: 30, or the running time if it is shorter.',
    example: 30,
  }),
  objective: parameterWithDefault(choice(objectives), 'score', {
    description: 'Objective of the plan: cost (lowest cost), carbon (lowest emissions) or score (best score).',
    example: 'cost',
  }),
  emissions: parameterWithDefault(choice(emissionChoices), 'lifecycle', {
    description:
      'Emissions of a kWh: lifecycle (French generation, life-cycle factors), direct (French generation, direct factors of the operator) or consumption (French consumption, imports of each hour included, life-cycle factors).',
    example: 'lifecycle',
  }),
  ...tariffParameters,
  estimate: parameterWithDefault(choice(estimates), 'central', {
    description: 'central minimises the central forecast; prudent minimises p90 (for the score, it maximises p10).',
    example: 'central',
  }),
  tieBreak: parameterWithDefault(choice(tieBreaks), 'early', {
    description:
      'Choice between several equally good plans (for the cost, plans with the same cost and emissions): the earliest or the latest.',
    example: 'late',
  }),
  ...weightingParameters,
}
