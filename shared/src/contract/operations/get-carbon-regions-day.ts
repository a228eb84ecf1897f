import * as v from 'valibot'
import { RegionalDayResponse, RegionDayColumns } from '../carbon/regional-day.ts'
import { operation } from '../entry/operation.ts'
import { dayParameters } from '../query/window-parameters.ts'

export const getCarbonRegionsDay = operation({
  id: 'getCarbonRegionsDay',
  path: '/v1/carbon/regions/day',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(dayParameters),
  response: RegionalDayResponse,
  schemas: { RegionalDayResponse, RegionDayColumns },
  clientFile: 'regions',
  writtenAs: {
    'text/csv':
      'One row per quarter-hour and region (RFC 4180): a header row with slotStart, region, gCo2PerKwh, directGCo2PerKwh, consumptionGCo2PerKwh, consumptionDirectGCo2PerKwh and consumptionMW; an empty field means null.',
  },
  problems: ['history_depth_exceeded'],
  chapter: 'Carbon',
  summary: 'Carbon intensities and consumption of the twelve regions in each quarter-hour of a day',
  notes:
    'Columns of equal length, computed from the newest stored versions of the regional figures, the national mix and the flows over the borders; corrections of the publishers change the values and the ETag. The newest quarter-hours take the flows of an earlier hour, which flowsSlotStarts names. A day without stored figures is answered with empty lists; a day that has not begun is refused with 400, and a day before the history depth of the plan with 403 if a larger plan would return values. A complete day may be cached for a day, any other for five minutes.',
  exampleQuery: 'date=2026-02-03',
  cutInExample: [
    ['slots'],
    ['flowsSlotStarts'],
    ['poolGCo2PerKwh'],
    ['poolDirectGCo2PerKwh'],
    ['exchangeResidualMW'],
    ['regions', '*', 'gCo2PerKwh'],
    ['regions', '*', 'directGCo2PerKwh'],
    ['regions', '*', 'consumptionGCo2PerKwh'],
    ['regions', '*', 'consumptionDirectGCo2PerKwh'],
    ['regions', '*', 'consumptionMW'],
  ],
})
