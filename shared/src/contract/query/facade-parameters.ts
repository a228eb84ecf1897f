import * as v from 'valibot'
import { maxPastRangeDays, placeBounds } from '../formats/electricity-maps.ts'
import { exportedZone } from '../formats/export-bodies.ts'
import { choice, decimalBetween, parameter, parameterWithDefault } from './parameter.ts'
import { describeInstantForms, requestedTime } from './requested-time.ts'

function coordinate(name: string, [min, max]: readonly [number, number], example: number) {
  const accepted = `a place in France, from ${min} to ${max} degrees`
  return parameter(decimalBetween(min, max, accepted, /^-?\d{1,3}(?:\.\d{1,20})?$/), {
    description: `${name} of a place in France, degrees; ignored when zone is given.`,
    example,
  })
}

/** Parameters of the façade of Electricity Maps. */
export const facadeParameters = {
  // Not a choice: which zones are known depends on the gateway, which compares them without case.
  zone: parameter(v.string(), {
    enum: [exportedZone],
    default: exportedZone,
    description: 'Zone of the grid; any other than the only one is refused.',
    example: exportedZone,
  }),
  lat: coordinate('Latitude', placeBounds.lat, 48.86),
  lon: coordinate('Longitude', placeBounds.lon, 2.35),
  emissionFactorType: parameterWithDefault(choice(['lifecycle']), 'lifecycle', {
    description: 'Kind of emission factors; others than lifecycle are refused.',
    example: 'lifecycle',
  }),
}

/** Parameters of its `past-range`. */
export const pastRangeParameters = {
  ...facadeParameters,
  start: parameter(requestedTime('last'), {
    description: `Start of the range: ${describeInstantForms('last')}, lowered to the full hour. At most ${maxPastRangeDays} days before end. Without it, 24 hours before end.`,
    example: '2026-02-03T12:00:00Z',
  }),
  end: parameter(requestedTime('last'), {
    description: 'End of the range, exclusive, raised to the full hour. Without it, now.',
    example: '2026-02-03T15:00:00Z',
  }),
}

/** Whether the façade ignores a parameter of a query, as its original does: a place together with a zone. */
export function isIgnoredPlace(name: string, sent: ReadonlyMap<string, string>): boolean {
  return (name === 'lat' || name === 'lon') && sent.has('zone')
}
