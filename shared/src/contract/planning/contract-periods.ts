import * as v from 'valibot'
import { described, FiniteNumber } from '../values/fields.ts'
import { dayKinds, pricedColors } from './choices.ts'
import { parseHourRanges } from './hour-ranges.ts'

/** Stands in a period for the off-peak hours of the customer. */
export const customerOffPeak = 'offPeak'

/** A higher price per kWh is certainly a wrong unit. */
const maxEurPerKwh = 10
/** Most periods of a price. */
const maxPeriods = 48

export const EurPerKwh = v.pipe(FiniteNumber, v.minValue(-maxEurPerKwh), v.maxValue(maxEurPerKwh))

/** Form of the id of a contract, an adder profile or a period. */
export const contractIdPattern = /^[A-Za-z][A-Za-z0-9-]{0,39}$/
export const ContractId = v.pipe(v.string(), v.regex(contractIdPattern, 'letters, digits and hyphens'))

const MonthDay = v.pipe(
  v.string(),
  v.regex(
    /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/,
    'a day of the year, MM-DD',
  ),
)

export const ContractSeason = described(
  v.strictObject({
    from: described(MonthDay, 'First day of the season, MM-DD.'),
    to: described(
      MonthDay,
      'Last day of the season, MM-DD. The season crosses New Year when this day is before the first.',
    ),
  }),
  'Part of every year, by calendar days in Paris.',
)

export const HourRanges = v.pipe(
  v.string(),
  v.check((text) => parseHourRanges(text) !== null, 'ranges such as 22:00-06:00, separated by commas'),
)

const PeriodHours = v.pipe(
  v.string(),
  v.check(
    (text) => text === customerOffPeak || parseHourRanges(text) !== null,
    'offPeak, or ranges such as 22:00-06:00 separated by commas',
  ),
)

const selectors = <const Value extends string>(values: readonly Value[]) =>
  v.nullable(v.pipe(v.array(v.picklist(values)), v.minLength(1), v.maxLength(values.length)))

export const ContractPeriod = described(
  v.strictObject({
    id: described(ContractId, 'Name of the period, the key of its price.'),
    season: described(v.nullable(ContractSeason), 'Season in which the period applies. Null: all year.'),
    days: described(
      selectors(dayKinds),
      'Kinds of day on which the period applies. weekend: Saturday and Sunday; holiday: public holidays of metropolitan France, also on a weekend; weekday: the other days. Null: every day.',
    ),
    colors: described(
      selectors(pricedColors),
      'Colours of the tariff day, 06:00 to 06:00 in Paris, on which the period applies. Null: any colour.',
    ),
    hours: described(
      v.nullable(PeriodHours),
      'Hours of the day in Paris: ranges to the minute such as 22:00-06:00, separated by commas, or offPeak for the off-peak hours of the customer. Null: all hours.',
    ),
  }),
  'When a price applies. Each minute has the first period of the list that matches it; season, kind of day and hours are those of the minute itself, also after midnight.',
)
export type ContractPeriod = v.InferOutput<typeof ContractPeriod>

export const ContractPeriods = v.pipe(
  v.array(ContractPeriod),
  v.minLength(1),
  v.maxLength(maxPeriods),
  v.check((periods) => new Set(periods.map(({ id }) => id)).size === periods.length, 'periods with different ids'),
  v.check((periods) => coverEveryMinute(periods), 'a last period without season, days and hours, of each colour'),
)

function coverEveryMinute(periods: readonly ContractPeriod[]): boolean {
  const unbounded = periods.filter(({ season, days, hours }) => season === null && days === null && hours === null)
  return pricedColors.every((color) => unbounded.some(({ colors }) => colors === null || colors.includes(color)))
}

export const PricesByPeriod = v.record(v.string(), EurPerKwh)

/** Whether prices name exactly the periods. */
export function havePricesOf(periods: readonly ContractPeriod[], eurPerKwh: Readonly<Record<string, number>>): boolean {
  return periods.length === Object.keys(eurPerKwh).length && periods.every(({ id }) => Object.hasOwn(eurPerKwh, id))
}
