import {
  isWeightingParameter,
  isWindowStart,
  type Operation,
  type QueryParameterName,
} from '@hexawatt/shared/contract/operations'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import { companionsOf } from './query-companions.ts'
import {
  type RefusedQuery,
  refusedInstants,
  refusedRanges,
  refusedSpans,
  refusedWindows,
  twoWindows,
} from './refused-times.ts'

const notShares = ['-0.1', '1.1', 'NaN', 'Infinity', '1e-1', '1e400', '0x1', '', '0,5', ' 0.5', '½']
const notInstants = ['yesterday', '2026-02-30', '2026-02-03T10:00:00', '2026-13-01T00:00:00Z', '1770000000', '']

/** Values that each parameter refuses as `invalid_parameter`, and a word that the detail accepts instead. */
const invalidValues: Record<QueryParameterName, { values: readonly string[]; accepted: string } | null> = {
  hours: { values: ['0', '49', '-1', '1.5', '1e1', 'twelve', '', '999999999999999999999'], accepted: 'from 1 to 48' },
  resolution: { values: ['30m', '1H', ''], accepted: '1h or 15m' },
  boundary: { values: ['Production', 'lifecycle', ''], accepted: 'production, direct, consumption' },
  energyKWh: { values: ['0', '-1', '1e1', 'NaN', '', '1001', '1,5'], accepted: 'a plain decimal number' },
  powerKW: { values: ['0', '-1', '1e1', 'NaN', '', '1001', '1,5'], accepted: 'a plain decimal number' },
  durationMinutes: { values: ['0', '2881', '1.5', ''], accepted: 'from 1 to 2880' },
  earliest: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  latest: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  quiet: { values: ['22-7', '22:00-22:00', '1h-2h,3h-4h,5h-6h', ''], accepted: 'up to 2 ranges' },
  maxSegments: { values: ['0', '9', ''], accepted: 'from 1 to 8' },
  minOnMinutes: { values: ['14', '2881', ''], accepted: 'from 15 to 2880' },
  objective: { values: ['price', 'Cost', ''], accepted: 'cost or carbon or score' },
  emissions: { values: ['Direct', ''], accepted: 'lifecycle or direct or consumption' },
  tariff: { values: ['blue!', '', 'é'], accepted: 'an id of GET /api/tariffs' },
  subscribedKva: { values: ['7', ''], accepted: 'one of 3, 6' },
  offPeak: { values: ['22-6', ''], accepted: 'up to 3 ranges' },
  offPeakSummer: { values: ['22-6', '1h-2h,3h-4h,5h-6h,7h-8h'], accepted: 'up to 3 ranges' },
  offPeakWinter: { values: ['22-6', ''], accepted: 'up to 3 ranges' },
  adder: { values: ['0.09', ''], accepted: 'an id of GET /api/tariffs' },
  adderEurPerKwh: { values: ['1.1', 'x', ''], accepted: 'from -1 to 1' },
  vatPercent: { values: ['-1', '101', ''], accepted: 'from 0 to 100' },
  estimate: { values: ['p90', ''], accepted: 'central or prudent' },
  tieBreak: { values: ['first', ''], accepted: 'early or late' },
  at: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  from: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  to: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  granularity: { values: ['daily', 'RAW', ''], accepted: 'raw or hourly' },
  timezone: { values: ['Mars/Olympus', '+02:00', '', 'x'.repeat(100)], accepted: 'Europe/Paris' },
  date: { values: ['2026-02-30', '2026-2-3', 'today', '', '9999-12-31'], accepted: 'such as 2026-02-03' },
  quantity: {
    values: ['tariffColors', 'Carbon', ''],
    accepted: 'carbon, directCarbon, consumptionCarbon, directConsumptionCarbon, price, score, tariffColor',
  },
  issuedFrom: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  issuedTo: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  targetFrom: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  targetTo: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  zone: { values: ['DE', 'FR-COR', ''], accepted: 'FR' },
  lat: { values: ['52.5', '40', 'NaN', ''], accepted: 'a place in France' },
  lon: { values: ['13.4', '-9', '2,35', ''], accepted: 'a place in France' },
  countryCode: { values: ['DE', 'FRA', ''], accepted: 'FR' },
  dataCenterRegion: { values: ['us-east1', ''], accepted: 'francecentral' },
  emissionFactorType: { values: ['direct', ''], accepted: 'lifecycle' },
  temporalGranularity: { values: ['daily', ''], accepted: 'hourly' },
  disableEstimations: { values: ['yes', ''], accepted: 'true or false' },
  breakdownType: { values: ['flow-traced', ''], accepted: 'normal' },
  datetime: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  start: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  end: { values: notInstants, accepted: '2025-01-15T12:00:00Z' },
  month: { values: ['2026-13', '2026-1', '202602', '2026-02-01', ''], accepted: 'such as 2025-01' },
  // An unknown preset has a code of its own.
  profile: null,
  wPrice: { values: notShares, accepted: 'from 0 to 1' },
  wCarbon: { values: notShares, accepted: 'from 0 to 1' },
  wGrid: { values: notShares, accepted: 'from 0 to 1' },
  wAdequacy: { values: notShares, accepted: 'from 0 to 1' },
}

/** The outlook reaches further than the forecast of the score. */
const outlookHours = { values: ['0', '73', '-1', '1.5', ''], accepted: 'from 1 to 72' }

const weights = ['wPrice', 'wCarbon', 'wGrid', 'wAdequacy'] as const
const quarters = weights.map((name) => `${name}=0.25`)

/** Longest piece of the customer's text that a detail repeats, characters. */
const maxQuoted = 64

/** Form in which a detail repeats the received value. */
const quoted = (value: string): string =>
  JSON.stringify(value.length > maxQuoted ? `${value.slice(0, maxQuoted)}…` : value)

/** Every kind of query that an operation refuses with 400, worked out from its parameters. */
export function refusedQueries(operation: Operation): RefusedQuery[] {
  const names = listParameterNames(operation)
  return [
    // The façade ignores unknown parameters, as its original does.
    ...(operation.isFacade ? [] : unknownParameters(names)),
    ...names.flatMap((name) =>
      operation.exportedAs !== null && name === 'quantity'
        ? exportedQuantities(operation)
        : invalidValuesOf(name, operation),
    ),
    ...names.map(twice),
    ...(names.some(isWeightingParameter) ? refusedWeightings : []),
    ...names.filter(isWindowStart).flatMap(refusedWindows),
    ...(names.includes('earliest') ? refusedSpans : []),
    ...(names.includes('start') ? refusedRanges : []),
    ...(operation.past === null ? [] : refusedInstants('at')),
    ...(names.includes('datetime') ? refusedInstants('datetime') : []),
    ...(names.includes('targetFrom') ? [...refusedWindows('targetFrom'), ...twoWindows] : []),
  ]
}

function unknownParameters(names: readonly QueryParameterName[]): RefusedQuery[] {
  const remedy = names.length === 0 ? ['takes no query parameters'] : names
  const unknown: [name: string, value: string][] = [
    ['hour', '12'],
    ['Hours', '12'],
    ['from[]', '1'],
    ['__proto__', '1'],
    ['constructor', ''],
    ['', 'x'],
  ]
  return unknown.map(([name, value]) => ({
    query: `${encodeURIComponent(name)}=${value}`,
    code: 'unknown_parameter',
    named: [quoted(name), quoted(value), ...remedy],
  }))
}

function invalidValuesOf(name: QueryParameterName, operation: Operation): RefusedQuery[] {
  const known = operation.id === 'getOutlook' && name === 'hours' ? outlookHours : invalidValues[name]
  const { values, accepted } = known ?? { values: [], accepted: '' }
  return values.map((value) => {
    const others = isWeightingParameter(name)
      ? quarters.filter((weight) => !weight.startsWith(name))
      : companionsOf(name, operation)
    return {
      query: [`${name}=${encodeURIComponent(value)}`, ...others].join('&'),
      code: 'invalid_parameter',
      named: [name, quoted(value), accepted],
    }
  })
}

/** Values of `quantity` that the archive knows and the exports do not, and nonsense. */
const exportedQuantities = ({ id }: Operation): RefusedQuery[] =>
  ['score', 'directCarbon', 'Price', ''].map((value) => ({
    query: `quantity=${value}`,
    code: 'invalid_parameter',
    named: [
      'quantity',
      quoted(value),
      id === 'getCarbonAwareSdkExport' ? 'carbon, consumptionCarbon' : 'price, carbon, consumptionCarbon, tariff',
    ],
  }))

function twice(name: QueryParameterName): RefusedQuery {
  return { query: `${name}=1&${name}=1`, code: 'invalid_parameter', named: [name, '"1"', 'accepted is one value'] }
}

const refusedWeightings: readonly RefusedQuery[] = [
  { query: 'profile=green', code: 'unknown_profile', named: ['profile', '"green"', 'national', 'balanced'] },
  { query: 'profile=', code: 'unknown_profile', named: ['profile', '""', 'national'] },
  ...quarters.map(
    (weight): RefusedQuery => ({
      query: `profile=carbon&${weight}`,
      code: 'profile_and_weights_exclusive',
      named: ['profile', '"carbon"', weight.split('=')[0] ?? '', ...weights],
    }),
  ),
  ...weights.map(
    (missing): RefusedQuery => ({
      query: quarters.filter((weight) => !weight.startsWith(missing)).join('&'),
      code: 'weights_incomplete',
      named: [missing, '"0.25"', ...weights],
    }),
  ),
  ...['0.2', '0.2511', '1'].map(
    (share): RefusedQuery => ({
      query: [`wPrice=${share}`, ...quarters.slice(1)].join('&'),
      code: 'weights_sum_invalid',
      named: ['wPrice', quoted(share), 'sum of 1'],
    }),
  ),
]
