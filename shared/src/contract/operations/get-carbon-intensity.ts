import { countMinutesBetween, isoSeconds } from '../../time/instant.ts'
import { CarbonIntensityResponse, EmissionFactorsMetadata, MixEntry } from '../carbon-intensity.ts'
import { maxAgeMinutes } from '../entry/longest-ages.ts'
import { operation } from '../entry/operation.ts'
import { reviseBody } from '../entry/stale-rules.ts'
import { MethodologyVersionSet } from '../values/versions.ts'

export const getCarbonIntensity = operation({
  id: 'getCarbonIntensity',
  path: '/v1/carbon/intensity',
  owner: 'svc-carbon',
  needsKey: true,
  response: CarbonIntensityResponse,
  schemas: { CarbonIntensityResponse, MixEntry, EmissionFactorsMetadata, MethodologyVersionSet },
  clientFile: 'grid',
  clientNames: { MethodologyVersionSet: 'MethodologyVersions', EmissionFactorsMetadata: 'EmissionFactors' },
  isLive: true,
  /** The intensity with the instant of this answer and its true age. */
  staleRule: (last) =>
    reviseBody(CarbonIntensityResponse, last, (intensity) => {
      if (intensity.dataSlotEnd === null) return null
      const dataAgeMinutes = countMinutesBetween(Temporal.Instant.from(intensity.dataSlotEnd), last.now)
      if (dataAgeMinutes < 0 || dataAgeMinutes > maxAgeMinutes.intensity) return null
      return { ...intensity, timestamp: isoSeconds(last.now), dataAgeMinutes }
    }),
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Carbon intensity of the French grid, both boundaries, with the generation mix',
  notes:
    'Hourly, location-based, national. The production boundary weighs the mix with the emission factors of the national agency; the consumption boundary adds imports at the yearly intensity of their country, estimated by commercial exchanges until the physical flows are published. An input for scope 2, not a market-based contractual instrument. Attribute the value to the hour from dataSlotStart to dataSlotEnd: the publisher is 1 to 2 hours behind.',
  cutInExample: [['mix']],
})
