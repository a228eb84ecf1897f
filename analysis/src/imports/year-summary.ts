import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import type { ConsumptionHour } from '@hexawatt/shared/methodology/imports/consumption-hour'
import { formatFixed, formatPercent } from '../figures-text.ts'

/** The same hours with each neighbour by its hour, and by its published yearly value. */
type HourPair = { hourly: ConsumptionHour; published: ConsumptionHour }

/** Table of the means of each UTC year, and of what the hour changes against published yearly values of the neighbours (life cycle). */
export function writeYearTable(hourly: readonly ConsumptionHour[], published: readonly ConsumptionHour[]): string {
  const publishedByStart = new Map(published.map((hour) => [hour.startMs, hour]))
  const pairs = hourly.flatMap((hour): HourPair[] => {
    const other = publishedByStart.get(hour.startMs)
    return other === undefined || hour.importMw === null ? [] : [{ hourly: hour, published: other }]
  })
  const years = Map.groupBy(pairs, ({ hourly: { startMs } }) =>
    Temporal.Instant.fromEpochMilliseconds(startMs).toString().slice(0, 'YYYY'.length),
  )
  return formatFiguresTable(
    header,
    [...years].map(([year, ofYear]) => [year, ...toCells(ofYear)]),
  )
}

const header = [
  'Year',
  'production, direct, g/kWh',
  'consumption, direct, g/kWh',
  'domestic share',
  'mean distance of the hour from the published yearly value, life cycle, g/kWh',
  'in 1 % of the hours above, g/kWh',
]

function toCells(pairs: readonly HourPair[]): string[] {
  const mean = (read: (hour: ConsumptionHour) => number | null): number =>
    pairs.reduce((sum, { hourly }) => sum + (read(hourly) ?? Number.NaN), 0) / pairs.length
  const changes = pairs
    .map(({ hourly, published }) =>
      Math.abs((hourly.intensity.lifeCycle ?? Number.NaN) - (published.intensity.lifeCycle ?? Number.NaN)),
    )
    .sort((a, b) => a - b)
  return [
    formatFixed(
      mean(({ productionKgPerHour, productionMw }) => productionKgPerHour.direct / productionMw),
      1,
    ),
    formatFixed(
      mean(({ intensity }) => intensity.direct),
      1,
    ),
    formatPercent(
      mean(({ domesticShare }) => domesticShare),
      1,
    ),
    formatFixed(changes.reduce((sum, change) => sum + change, 0) / changes.length, 1),
    formatFixed(changes[Math.floor(0.99 * changes.length)] ?? null, 0),
  ]
}
