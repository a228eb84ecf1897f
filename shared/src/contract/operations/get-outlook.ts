import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilQuarterHour } from '../entry/stale-rules.ts'
import { OutlookIntensity, OutlookPrice, OutlookResponse, OutlookSlot } from '../planning/outlook.ts'
import { outlookParameters } from '../query/forecast-parameters.ts'

export const getOutlook = operation({
  id: 'getOutlook',
  path: '/v1/outlook',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(outlookParameters),
  response: OutlookResponse,
  schemas: { OutlookResponse, OutlookSlot, OutlookIntensity, OutlookPrice },
  clientFile: 'planning',
  isLive: true,
  staleRule: holdsUntilQuarterHour,
  chapter: 'Service',
  summary:
    'Carbon intensity, price, score, grid signal and tariff colour of the next 1 to 72 hours, with uncertainty bands',
  notes:
    'All forecasts of the coming hours in one response: production-boundary intensity with life-cycle factors and with direct factors, market price (auctioned, then estimated), score with the national weighting, published grid signal and tariff colour. low and high are p10 and p90. resolution=15m returns quarter-hours with the prices of the quarter-hourly auction. The response has at most the requested hours; it is shorter when the plan or the available data end earlier. If no forecast exists, the response is 200 with an empty list.',
  exampleQuery: 'hours=2&resolution=15m',
  cutInExample: [['slots']],
})
