import { countMinutesBetween } from '../../time/instant.ts'
import { CarbonRegionsResponse, RegionIntensity, RegionMixEntry } from '../carbon/carbon-regions.ts'
import { maxAgeMinutes } from '../entry/longest-ages.ts'
import { operation } from '../entry/operation.ts'
import { reviseBody } from '../entry/stale-rules.ts'

export const getCarbonRegions = operation({
  id: 'getCarbonRegions',
  path: '/v1/carbon/regions',
  owner: 'svc-carbon',
  needsKey: true,
  response: CarbonRegionsResponse,
  schemas: { CarbonRegionsResponse, RegionIntensity, RegionMixEntry },
  clientFile: 'regions',
  isLive: true,
  /** The same regions, unless they have become so old that the service would refuse them. */
  staleRule: (last) =>
    reviseBody(CarbonRegionsResponse, last, (known) => {
      const ageMinutes = countMinutesBetween(Temporal.Instant.from(known.slotEnd), last.now)
      return ageMinutes < 0 || ageMinutes > maxAgeMinutes.intensity ? null : known
    }),
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Carbon intensity of generation and consumption in the twelve regions',
  notes:
    'The response describes one quarter-hour: of the last published hour, the newest quarter-hour with values for most regions; the publisher updates it once an hour. The operator publishes gas, coal and oil of a region as one figure, and hydro and bioenergy as totals; each is split in proportion to the national mix of the same quarter-hour. All wind power counts as onshore. gCo2PerKwh describes the generation of a region, consumptionGCo2PerKwh what it consumes: a region that sends power out consumes its own mix; every other region also receives from one pool, which holds what other regions send out and what France imports. The flows over the borders of France are published later than the regional figures; flowsSlotStart names the hour that was taken. X-Service-Confidence describes the figures of generation, consumptionDegraded those of consumption. Null means unknown, never 0. 503 when the newest quarter-hour ended more than 6 hours ago.',
  cutInExample: [['regions', '*', 'mix']],
})
