import * as v from 'valibot'
import { maxPastRangeDays, placeBounds } from '../formats/electricity-maps.ts'
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
  emissionFactorType: parameterWithDefault(choice(['lifecycle']), 'lifecycle', {
    description: 'Kind of emission factors. Every value except lifecycle is refused.',
    example: 'lifecycle',
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
