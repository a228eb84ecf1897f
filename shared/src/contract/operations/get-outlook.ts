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
  summary: 'Carbon, price, score, signal and tariff colour of the next 1 to 48 hours, with bands',
  notes:
    'Everything that is forecast of the coming hours in one answer: production-boundary intensity with life-cycle and with direct factors, market price (auctioned, then estimated), score under the national weighting, published signal and tariff colour. low and high are p10 and p90. resolution=15m gives quarter-hours with the prices of the quarter-hourly auction. As many hours as were asked for, the plan reaches and are known; nothing to forecast is 200 with an empty list.',
  exampleQuery: 'hours=2&resolution=15m',
  cutInExample: [['slots']],
})
