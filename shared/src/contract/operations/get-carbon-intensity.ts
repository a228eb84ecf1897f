import { countMinutesBetween, isoSeconds } from '../../time/instant.ts'
import { CarbonIntensityResponse, EmissionFactorsMetadata, MixEntry } from '../carbon/carbon-intensity.ts'
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
  /** The intensity, with the time of the new response and the current age of the data. */
  staleRule: (last) =>
    reviseBody(CarbonIntensityResponse, last, (intensity) => {
      if (intensity.dataSlotEnd === null) return null
      const dataAgeMinutes = countMinutesBetween(Temporal.Instant.from(intensity.dataSlotEnd), last.now)
      if (dataAgeMinutes < 0 || dataAgeMinutes > maxAgeMinutes.intensity) return null
      return { ...intensity, timestamp: isoSeconds(last.now), dataAgeMinutes }
    }),
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Carbon intensity of the French grid on both boundaries, with the generation mix',
  notes:
    'Hourly, location-based, national. The production boundary weights the generation mix with the emission factors of ADEME. The consumption boundary adds imports at the yearly intensity of their country of origin; imports are estimated from commercial exchanges until physical flows are published. The value is an input for scope 2 accounting, not a market-based contractual instrument. Attribute it to the hour from dataSlotStart to dataSlotEnd: the operator publishes an hour 1 to 2 hours after its end.',
  cutInExample: [['mix']],
})
