import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { CarbonAwareEmission, CarbonAwareForecast } from '../formats/export-bodies.ts'
import { intensityExportParameters } from '../query/export-parameters.ts'

export const getCarbonAwareSdkExport = operation({
  id: 'getCarbonAwareSdkExport',
  path: '/v1/export/carbon-aware-sdk',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(intensityExportParameters),
  response: CarbonAwareForecast,
  schemas: { CarbonAwareForecast, CarbonAwareEmission },
  exportedAs: 'application/json',
  isLive: true,
  // A series that began up to three quarter-hours ago still contains the current quarter-hour.
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Carbon intensity of the coming quarter-hours in the forecast format of the Carbon Aware SDK',
  notes:
    'Each element has the members of forecastData in the Carbon Aware SDK web API, for the zone FR; duration is in minutes.',
  cutInExample: [[]],
})
