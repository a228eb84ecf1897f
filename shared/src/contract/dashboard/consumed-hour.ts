import * as v from 'valibot'
import { CarbonConsumptionResponse, neighbourBases } from '../carbon/carbon-consumption.ts'
import { described } from '../values/fields.ts'

const { slotStart, slotEnd, gCo2PerKwh, directGCo2PerKwh, domesticShare } = CarbonConsumptionResponse.entries

export const DashboardConsumption = described(
  v.strictObject({
    slotStart,
    slotEnd,
    gCo2PerKwh,
    directGCo2PerKwh,
    domesticShare,
    basis: described(
      v.nullable(v.picklist(neighbourBases)),
      'The least exact basis of a neighbour from which France imports: hour, week or year as in /v1/carbon/consumption. Null without imports.',
    ),
  }),
  'Carbon intensity of the electricity consumed in France in the newest known hour, with the imports of that hour.',
)
export type DashboardConsumption = v.InferOutput<typeof DashboardConsumption>
