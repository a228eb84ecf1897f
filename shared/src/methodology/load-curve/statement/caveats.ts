import type { HoursResponse } from '../../../contract/hours.ts'
import { addDays } from '../../../time/paris-clock.ts'
import type { LoadCurve } from '../load-curve.ts'
import type { AxisDay } from './hour-axis.ts'
import { roundFigure } from './period-figures.ts'
import type { PricedCurve } from './priced-curve.ts'
import type { Caveat, CaveatCode, Comparison, MovedLoad } from './statement.ts'

/** Months in which days may be red. */
const redMonths = ['11', '12', '01', '02', '03']
/** Days of these months in a year without a leap day. */
const redSeasonDays = 151
const estimatedVersion = 2

/** Lists the limitations of the figures. */
export function listCaveats(
  curve: LoadCurve,
  priced: PricedCurve,
  months: readonly HoursResponse[],
  comparison: Comparison | null,
  moved: MovedLoad | null,
): Caveat[] {
  const { axis, contracts } = priced
  const caveats: Caveat[] = []
  const add = (code: CaveatCode, values: Caveat['values'] = {}): void => {
    caveats.push({ code, values })
  }
  const addList = (code: CaveatCode, name: string, items: readonly string[]): void => {
    if (items.length > 0) add(code, { [name]: items.join(', ') })
  }
  if (!coversYear(axis.days)) add('less-than-a-year', { days: axis.days.length })
  const { seasonDays, redDays } = countRedSeason(priced)
  if (contracts.some(({ kind }) => kind === 'tempo') && seasonDays < redSeasonDays) {
    add('red-days-incomplete', { days: seasonDays, redDays })
  }
  if (comparison !== null && comparison.comparedShare < 1) {
    add('comparison-partial', { percent: roundFigure(100 * comparison.comparedShare) })
  }
  addList('energy-only', 'contracts', comparison?.withoutSubscription ?? [])
  const unconfirmed = contracts.filter(({ versionOfDay }) =>
    versionOfDay.some((version) => version?.certainty === 'unconfirmed'),
  )
  addList(
    'unconfirmed-prices',
    'contracts',
    unconfirmed.map(({ key }) => key),
  )
  if (contracts.some(({ kind }) => kind === 'spot')) add('spot-hourly-means')
  const given = new Map(months.filter(({ hours }) => hours.length > 0).map((month) => [month.month, month]))
  addList(
    'months-missing',
    'months',
    axis.months.filter((month) => !given.has(month)),
  )
  const used = axis.months.flatMap((month) => given.get(month) ?? [])
  const estimated = used.filter(({ methodologyVersions }) =>
    methodologyVersions.some(({ consumption }) => consumption === estimatedVersion),
  )
  addList(
    'estimated-consumption',
    'months',
    estimated.map(({ month }) => month),
  )
  addList(
    'months-incomplete',
    'months',
    used.filter(({ complete }) => !complete).map(({ month }) => month),
  )
  if (curve.injectedKwh !== null && curve.injectedKwh > 0)
    add('injection-not-counted', { kwh: roundFigure(curve.injectedKwh) })
  if (moved !== null && moved.daysWithLoad > 0) add('perfect-hindsight')
  return caveats
}

/** Whether days reach the same date of the next year, so that every season is in them. */
function coversYear(days: readonly AxisDay[]): boolean {
  const [first = '', last = ''] = [days[0]?.date, days.at(-1)?.date]
  const sameDateNextYear = `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`
  return addDays(last, 1) >= sameDateNextYear
}

/** Days of the period in which a day may be red, and the days that were. */
function countRedSeason({ axis }: PricedCurve): { seasonDays: number; redDays: number } {
  const red = new Set<number>()
  for (let hour = 0; hour < axis.count; hour += 1) {
    if (axis.color[hour] === 2) red.add(axis.tariffDayIndex[hour] ?? 0)
  }
  const seasonDays = axis.days.filter(({ date }) => redMonths.includes(date.slice(5, 7))).length
  return { seasonDays, redDays: red.size }
}
