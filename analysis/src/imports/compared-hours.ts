import type { EmissionRule } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeBalanceNetIntensity } from '@hexawatt/shared/methodology/imports/balance-net'
import type { ConsumptionHour } from '@hexawatt/shared/methodology/imports/consumption-hour'
import { type NeighbourRecord, takeUntil, toYearStartMs } from './neighbour-record.ts'
import type { OracleSeries, Oracles } from './oracles.ts'
import { computeSeriesErrors, type SeriesErrors } from './series-errors.ts'
import { computeValuedHours, createStorageFactor } from './valued-hours.ts'

/** One way to compute the intensity of consumption, compared with one series of others. */
export type ComparedRow = { oracle: OracleName; method: MethodName } & SeriesErrors

/** The intensity of each hour by a method; null = unknown, or left out on purpose. */
type Method = { hours: readonly ConsumptionHour[]; read: (hour: ConsumptionHour, rule: EmissionRule) => number | null }

const readIntensity: Method['read'] = ({ intensity }, rule) => intensity[rule]
const readProduction: Method['read'] = ({ productionKgPerHour, productionMw }, rule) =>
  productionKgPerHour[rule] / productionMw
const readBalanceNet: Method['read'] = (hour, rule) => computeBalanceNetIntensity(hour)[rule]

/** Neighbours without a recorded production mix. */
const standInCountries = ['DE', 'GB'] as const

/** Hours that rest on neither of them. */
const readWithoutStandIns: Method['read'] = ({ borders, intensity }, rule) => {
  const standIns = borders.filter(({ country }) => standInCountries.some((of) => of === country))
  return standIns.every(({ netImportMw }) => netImportMw !== null && netImportMw <= 0) ? intensity[rule] : null
}

type Methods = ReturnType<typeof createMethods>
export type MethodName = keyof Methods

/** The hours of a record by each method; those of 2024 only where they are compared with something. */
export function createMethods(record: NeighbourRecord) {
  const storageFactor = createStorageFactor(record)
  const [of2022, to2023] = [takeUntil(record, 2023), takeUntil(record, 2024)]
  const hourly = computeValuedHours(record, { valuation: 'hour' })
  const monthly = computeValuedHours(record, { valuation: 'month' })
  const yearly = computeValuedHours(record, { valuation: 'year' })
  const lastWeek = computeValuedHours(to2023, { valuation: 'week' })
  const withoutStandIns = computeValuedHours(to2023, { valuation: 'hour', yearly: standInCountries })
  const published = computeValuedHours(record, { valuation: 'published' })
  const withStorage = computeValuedHours(of2022, { valuation: 'hour', storageFactor })
  const withTransit = computeValuedHours(of2022, { valuation: 'hour', storageFactor, tracesSwitzerland: true })
  return {
    production: { hours: hourly, read: readProduction },
    published: { hours: published, read: readIntensity },
    yearly: { hours: yearly, read: readIntensity },
    monthly: { hours: monthly, read: readIntensity },
    lastWeek: { hours: lastWeek, read: readIntensity },
    hourly: { hours: hourly, read: readIntensity },
    yearlyStandIns: { hours: withoutStandIns, read: readIntensity },
    noStandIns: { hours: hourly, read: readWithoutStandIns },
    storage: { hours: withStorage, read: readIntensity },
    storageAndTransit: { hours: withTransit, read: readIntensity },
    balanceMonthly: { hours: monthly, read: readBalanceNet },
    balanceHourly: { hours: hourly, read: readBalanceNet },
  } satisfies Record<string, Method>
}

const valuations = ['production', 'yearly', 'monthly', 'lastWeek', 'hourly'] as const
const standIns = ['yearlyStandIns', 'noStandIns'] as const
const tracedMethods = [...valuations, ...standIns, 'balanceHourly'] as const
const operatorMethods = ['production', 'yearly', 'monthly', 'hourly', 'balanceMonthly', 'balanceHourly'] as const

type Comparison = {
  rule: EmissionRule
  year: number
  methods: readonly MethodName[]
  /** Value of the other series in an hour. */
  find: (oracles: Oracles, startMs: number) => number | undefined
}

const findMeasured = ({ mapsEstimated }: Oracles, series: OracleSeries, startMs: number): number | undefined =>
  mapsEstimated.has(startMs) ? undefined : series.get(startMs)
const findOperators: Comparison['find'] = ({ operator }, startMs) => operator.get(startMs)
const findFlowTraced: Comparison['find'] = ({ flowTraced }, startMs) => flowTraced.get(startMs)

/** Series of others and the methods that are compared with each. */
const comparisons = {
  mapsMeasured: {
    rule: 'direct',
    year: 2022,
    methods: [...valuations, ...standIns, 'balanceHourly', 'storage', 'storageAndTransit'],
    find: (oracles, startMs) => findMeasured(oracles, oracles.mapsDirect, startMs),
  },
  maps: {
    rule: 'direct',
    year: 2022,
    methods: [...valuations, 'storage', 'storageAndTransit'],
    find: ({ mapsDirect }, startMs) => mapsDirect.get(startMs),
  },
  mapsLifeCycle: {
    rule: 'lifeCycle',
    year: 2022,
    methods: ['production', 'published', 'yearly', 'hourly'],
    find: (oracles, startMs) => findMeasured(oracles, oracles.mapsLifeCycle, startMs),
  },
  flowTraced2022: { rule: 'direct', year: 2022, methods: tracedMethods, find: findFlowTraced },
  flowTraced2023: { rule: 'direct', year: 2023, methods: tracedMethods, find: findFlowTraced },
  operator2022: { rule: 'direct', year: 2022, methods: operatorMethods, find: findOperators },
  operator2023: { rule: 'direct', year: 2023, methods: operatorMethods, find: findOperators },
  operator2024: { rule: 'direct', year: 2024, methods: operatorMethods, find: findOperators },
} as const satisfies Record<string, Comparison>

export type OracleName = keyof typeof comparisons
const oracleNames = Object.keys(comparisons).filter((name): name is OracleName => name in comparisons)

/** Every comparison of a record with the series of others, in the order in which they are reported. */
export function compareHours(methods: Methods, oracles: Oracles): ComparedRow[] {
  return oracleNames.flatMap((oracle) => {
    const { rule, year, find, methods: names }: Comparison = comparisons[oracle]
    return names.flatMap((method) => {
      const { hours, read }: Method = methods[method]
      const pairs = selectYear(hours, year).flatMap((hour) => {
        const [ours, theirs] = [read(hour, rule), find(oracles, hour.startMs)]
        return ours === null || theirs === undefined ? [] : [[ours, theirs] as const]
      })
      const errors = computeSeriesErrors(pairs)
      return errors === null ? [] : [{ oracle, method, ...errors }]
    })
  })
}

const selectYear = (hours: readonly ConsumptionHour[], year: number): ConsumptionHour[] =>
  hours.filter(({ startMs }) => startMs >= toYearStartMs(year) && startMs < toYearStartMs(year + 1))
