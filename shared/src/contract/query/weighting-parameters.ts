import type * as v from 'valibot'
import { findProfile, profileNames, weightSumTolerance } from '../profiles.ts'
import { decimalBetween, parameter, parsedText } from './parameter.ts'

/** 0 to 1 as a plain decimal: no sign, exponent or space, one digit before the point. */
const plainShare = /^(?:0(?:\.\d{1,30})?|1(?:\.0{1,30})?)$/

function weight(of: string, example: number) {
  return parameter(decimalBetween(0, 1, 'a plain decimal number from 0 to 1, such as 0.25', plainShare), {
    description: `Own weight of ${of}: a plain decimal from 0 to 1. The four weights are required together, sum to 1 (within ${weightSumTolerance}), and exclude profile. Part of the plans with customWeights.`,
    example,
    capability: 'customWeights',
  })
}

/** Parameters of a weighting: a preset by name, or four weights. */
export const weightingParameters = {
  profile: parameter(parsedText(findProfile, profileNames.join(', ')), {
    description: `Weighting preset: ${profileNames.join(', ')}, in any case. Excludes the four weights. Part of the plans with customWeights.`,
    example: 'carbon',
    capability: 'customWeights',
  }),
  wPrice: weight('the price', 0.4),
  wCarbon: weight('the carbon intensity', 0.4),
  wGrid: weight('the grid signal', 0.1),
  wAdequacy: weight('the margin between supply and demand', 0.1),
}

/** The parameters of a weighting, as they were given. */
export type RequestedWeighting = v.InferOutput<v.ObjectSchema<typeof weightingParameters, undefined>>
