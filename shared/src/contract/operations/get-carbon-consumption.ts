import * as v from 'valibot'
import { countMinutesBetween } from '../../time/instant.ts'
import {
  CarbonConsumptionResponse,
  ConsumptionByYearlyMethod,
  ConsumptionImport,
} from '../carbon/carbon-consumption.ts'
import { maxAgeMinutes } from '../entry/longest-ages.ts'
import { operation } from '../entry/operation.ts'
import { reviseBody } from '../entry/stale-rules.ts'
import { consumptionParameters } from '../query/window-parameters.ts'

export const getCarbonConsumption = operation({
  id: 'getCarbonConsumption',
  path: '/v1/carbon/consumption',
  owner: 'svc-carbon',
  past: { parameter: 'at', owner: 'svc-history' },
  needsKey: true,
  query: v.strictObject(consumptionParameters),
  response: CarbonConsumptionResponse,
  schemas: { CarbonConsumptionResponse, ConsumptionImport, ConsumptionByYearlyMethod },
  clientFile: 'hours',
  isLive: true,
  /** The same hour, unless it has become so old that the service would refuse it. */
  staleRule: (last) =>
    reviseBody(CarbonConsumptionResponse, last, (known) => {
      const ageMinutes = countMinutesBetween(Temporal.Instant.from(known.slotEnd), last.now)
      return ageMinutes < 0 || ageMinutes > maxAgeMinutes.intensity ? null : known
    }),
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Carbon intensity of the electricity consumed in France, with the imports of the hour',
  notes:
    'Each border counts with its net physical flow of the hour and with the carbon intensity of the neighbour in that hour; /v1/carbon/intensity uses yearly intensities instead, and its value is repeated in yearlyMethod. Without at: the newest hour whose flows are known at all borders, usually two to three hours old; 503 when it ended more than 6 hours ago. With at: the hour that contains the instant, in its newest version; the history depth of the plan applies, and 503 means that no version of the hour is stored. The newest hours change while mixes of the neighbours arrive: basis says which mix a value rests on, final when an hour is settled. Null means unknown, never 0. The object may get more members.',
})
