import type * as v from 'valibot'
import { findProfile, profileNames, weightSumTolerance } from '../profiles.ts'
import { decimalBetween, parameter, parsedText } from './parameter.ts'

/** A plain decimal number from 0 to 1: no sign, exponent or space, one digit before the point. */
const plainShare = /^(?:0(?:\.\d{1,30})?|1(?:\.0{1,30})?)$/

function weightParameter(of: string, example: number) {
  return parameter(decimalBetween(0, 1, 'a plain decimal number from 0 to 1, such as 0.25', plainShare), {
    description: `Custom weight of ${of}: a plain decimal number from 0 to 1. The four weights must be given together, sum to 1 (within ${weightSumTolerance}) and cannot be combined with profile. Requires a plan with customWeights.`,
    example,
    capability: 'customWeights',
  })
}

/** Weighting parameters: a preset by name, or four weights. */
export const weightingParameters = {
  profile: parameter(parsedText(findProfile, profileNames.join(', ')), {
    description: `Weighting preset: ${profileNames.join(', ')} (not case-sensitive). Cannot be combined with the four weights. Requires a plan with customWeights.`,
    example: 'carbon',
    capability: 'customWeights',
  }),
  wPrice: weightParameter('the price', 0.4),
  wCarbon: weightParameter('the carbon intensity', 0.4),
  wGrid: weightParameter('the grid signal', 0.1),
  wAdequacy: weightParameter('the margin between supply and demand', 0.1),
}

export type RequestedWeighting = v.InferOutput<v.ObjectSchema<typeof weightingParameters, undefined>>
