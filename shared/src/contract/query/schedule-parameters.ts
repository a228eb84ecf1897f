import {
  emissionChoices,
  estimates,
  maxSegmentsLimit,
  objectives,
  slotMinutes,
  tieBreaks,
} from '../planning/choices.ts'
import { choice, parameter, parameterWithDefault, positiveDecimal, wholeNumber } from './parameter.ts'
import { describeInstantForms, requestedTime } from './requested-time.ts'
import { tariffParameters } from './tariff-parameters.ts'
import { weightingParameters } from './weighting-parameters.ts'

/** Largest energy, power and duration of a load: beyond them the unit is a mistake. */
const loadLimits = { energyKWh: 1_000, powerKW: 1_000, durationMinutes: 2_880 } as const

/** The parameters of `GET /v1/schedule`. */
export const scheduleParameters = {
  energyKWh: parameter(positiveDecimal(loadLimits.energyKWh), {
    description:
      'Energy of the load, kWh. Two of energyKWh, powerKW and durationMinutes are given, or only durationMinutes.',
    example: 30,
  }),
  powerKW: parameter(positiveDecimal(loadLimits.powerKW), {
    description: 'Power of the load, kW. It is lowered so that whole quarter-hours give exactly the energy.',
    example: 7.4,
  }),
  durationMinutes: parameter(wholeNumber(1, loadLimits.durationMinutes), {
    description:
      'How long the load runs, minutes, rounded up to whole quarter-hours. Without energyKWh and powerKW, 1 kW is assumed.',
    example: 120,
  }),
  earliest: parameter(requestedTime('next'), {
    description: `Earliest start: ${describeInstantForms('next')}, raised to the next quarter-hour. Without it, now.`,
    example: '2026-02-03T17:00:00Z',
  }),
  latest: parameter(requestedTime('next', 'earliest'), {
    description:
      'Latest end, in the forms of earliest; a time of day is the first such time after earliest. Without it, 24 hours after earliest. Beyond the plan’s forecast it is capped: servedUntil says so.',
    example: '2026-02-04T06:00:00Z',
  }),
  maxSegments: parameterWithDefault(wholeNumber(1, maxSegmentsLimit), '1', {
    description: 'Pieces that the load may be cut into; 1 = it runs through.',
    example: 4,
  }),
  minOnMinutes: parameter(wholeNumber(slotMinutes, loadLimits.durationMinutes), {
    description:
      'Shortest piece, minutes, rounded up to whole quarter-hours. Not longer than the load runs. Without it, 30 or the duration, if that is shorter.',
    example: 30,
  }),
  objective: parameterWithDefault(choice(objectives), 'score', {
    description: 'What is minimised: the cost, the emissions, or the unfavourable side of the score.',
    example: 'cost',
  }),
  emissions: parameterWithDefault(choice(emissionChoices), 'lifecycle', {
    description: 'Factors of the grams: lifecycle, or the operator’s direct ones.',
    example: 'lifecycle',
  }),
  ...tariffParameters,
  estimate: parameterWithDefault(choice(estimates), 'central', {
    description: 'central minimises the forecast, prudent its p90.',
    example: 'central',
  }),
  tieBreak: parameterWithDefault(choice(tieBreaks), 'early', {
    description: 'Which plan is taken where several are best: the earliest or the latest.',
    example: 'late',
  }),
  ...weightingParameters,
}
