import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { CarbonAwareEmission, CarbonAwareForecast } from '../formats/export-bodies.ts'

export const getCarbonAwareSdkExport = operation({
  id: 'getCarbonAwareSdkExport',
  path: '/v1/export/carbon-aware-sdk',
  owner: 'svc-score',
  needsKey: true,
  response: CarbonAwareForecast,
  schemas: { CarbonAwareForecast, CarbonAwareEmission },
  exportedAs: 'application/json',
  isLive: true,
  // A series that begins a quarter-hour or two ago still holds the present one.
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Carbon intensity of the coming quarter-hours, as the Carbon Aware SDK writes forecast data',
  notes:
    'The members that the web API of the Carbon Aware SDK gives as forecastData, for the zone FR; duration in minutes.',
  cutInExample: [[]],
})
