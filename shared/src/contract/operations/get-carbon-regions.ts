import { countMinutesBetween } from '../../time/instant.ts'
import { CarbonRegionsResponse, RegionIntensity, RegionMixEntry } from '../carbon-regions.ts'
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
  /** The regions as they were, unless their service would refuse them by now. */
  staleRule: (last) =>
    reviseBody(CarbonRegionsResponse, last, (known) => {
      const ageMinutes = countMinutesBetween(Temporal.Instant.from(known.slotEnd), last.now)
      return ageMinutes < 0 || ageMinutes > maxAgeMinutes.intensity ? null : known
    }),
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Carbon intensity, production and consumption of the twelve regions',
  notes:
    'Production boundary only, one quarter-hour, the newest of the last hour of which most regions are known; the publisher renews it once an hour. Gas, coal and oil of a region are published as one figure, and so are hydro and bioenergy: they are split in the ratio of the national mix of the same quarter-hour; all wind counts as onshore. The imports of a region are not weighed: a region that produces little may use what its neighbours produce. Null is unknown, never 0. 503 when the newest quarter-hour ended more than 6 hours ago.',
  cutInExample: [['regions', '*', 'mix']],
})
