import * as v from 'valibot'
import { frenchCloudRegions, maxPastRangeDays, placeBounds, servedGranularities } from '../formats/electricity-maps.ts'
import { exportedZone } from '../formats/export-bodies.ts'
import { choice, decimalBetween, parameter, parameterWithDefault } from './parameter.ts'
import { describeInstantForms, requestedTime } from './requested-time.ts'

function coordinate(name: string, [min, max]: readonly [number, number], example: number) {
  const accepted = `a decimal number from ${min} to ${max} degrees (a place in France)`
  return parameter(decimalBetween(min, max, accepted, /^-?\d{1,3}(?:\.\d{1,20})?$/), {
    description: `${name} of a place in France, degrees. Ignored when zone is given.`,
    example,
  })
}

/** Parameters of the façade of Electricity Maps. */
export const facadeParameters = {
  // Not a choice: the gateway knows the zones, and its comparison is not case-sensitive.
  zone: parameter(v.string(), {
    enum: [exportedZone],
    default: exportedZone,
    description: 'Zone of the grid. Every zone except FR is refused.',
    example: exportedZone,
  }),
  lat: coordinate('Latitude', placeBounds.lat, 48.86),
  lon: coordinate('Longitude', placeBounds.lon, 2.35),
  countryCode: parameter(v.string(), {
    enum: [exportedZone],
    description: 'Country instead of a zone, by ISO 3166-1 alpha-2. Every country except FR is refused.',
    example: exportedZone,
  }),
  dataCenterRegion: parameter(choice(frenchCloudRegions, ', '), {
    description: 'Region of a cloud instead of a zone. Regions outside of France are refused.',
    example: frenchCloudRegions[0],
  }),
  emissionFactorType: parameterWithDefault(choice(['lifecycle']), 'lifecycle', {
    description: 'Kind of emission factors. Every value except lifecycle is refused.',
    example: 'lifecycle',
  }),
  temporalGranularity: parameterWithDefault(choice(servedGranularities, ', '), 'hourly', {
    description:
      'Granularity of the values. They are always hourly, as the body says: a finer granularity is accepted, a coarser one is refused.',
    example: 'hourly',
  }),
  disableEstimations: parameterWithDefault(choice(['true', 'false']), 'false', {
    description:
      'With true, an estimated value is refused with insufficient_data. Past hours are always measured, and a forecast is always an estimate.',
    example: 'true',
  }),
}

/** Parameters of `electricity-mix`. */
export const mixParameters = {
  ...facadeParameters,
  breakdownType: parameterWithDefault(choice(['normal']), 'normal', {
    description: 'Kind of mix: normal is that of national generation. Every other value is refused.',
    example: 'normal',
  }),
}

/** Parameters of `past`. */
export const pastHourParameters = {
  ...facadeParameters,
  datetime: parameter(requestedTime('last'), {
    description: `Instant within the hour: ${describeInstantForms('last')}. Not in the future. Default: the newest published hour.`,
    example: '2026-02-03T12:00:00Z',
  }),
}

/** Parameters of `past-range`. */
export const pastRangeParameters = {
  ...facadeParameters,
  start: parameter(requestedTime('last'), {
    description: `Start of the range, inclusive: ${describeInstantForms('last')}; rounded down to the full hour. At most ${maxPastRangeDays} days before end. Default: 24 hours before end.`,
    example: '2026-02-03T12:00:00Z',
  }),
  end: parameter(requestedTime('last'), {
    description: 'End of the range, exclusive, in the same forms as start; rounded up to the full hour. Default: now.',
    example: '2026-02-03T15:00:00Z',
  }),
}

/** Whether the façade ignores a parameter, as Electricity Maps does: a place is ignored when a zone is given. */
export function isIgnoredPlace(name: string, sent: ReadonlyMap<string, string>): boolean {
  return (name === 'lat' || name === 'lon') && sent.has('zone')
}
