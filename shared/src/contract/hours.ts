import * as v from 'valibot'
import { Color } from './grid-and-tariff.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from './values/fields.ts'

/** Hours of the longest Paris month: October of 31 days, whose clock change gives it one more. */
export const maxHoursOfMonth = 745

/** A column has one value per element of `hours`, in the same order. */
const column = <const Value extends v.GenericSchema>(value: Value) =>
  v.pipe(v.array(v.nullable(value)), v.maxLength(maxHoursOfMonth))

export const HoursVersions = described(
  v.strictObject({
    carbon: described(Int32, 'Version of the production-boundary calculation.'),
    consumption: described(
      v.nullable(Int32),
      'Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges, until the flows are published. Null for hours without a consumption-boundary value.',
    ),
    hourCount: described(Int32, 'Number of hours that were computed with these versions.'),
  }),
  'A combination of versions of the calculations that occurs in the month.',
)
export type HoursVersions = v.InferOutput<typeof HoursVersions>

/** What a source of {@link HoursSource} gave. */
export const hoursSourceKinds = [
  'generation',
  'imports',
  'price',
  'tariffColors',
  'emissionFactors',
  'directFactors',
  'countryIntensities',
] as const

export const HoursSource = described(
  v.strictObject({
    kind: described(v.picklist(hoursSourceKinds), 'Kind of the data that the source provided.'),
    name: described(v.string(), 'Name of the publisher or database, with its version where it has one.'),
    license: described(v.nullable(v.string()), 'Licence of the data. Null when the publisher states none.'),
  }),
  'A source of values of the month.',
)
export type HoursSource = v.InferOutput<typeof HoursSource>

/** Body of `GET /api/hours`: columns of equal length for the hours of a Paris month. */
export const HoursResponse = described(
  v.strictObject({
    month: described(v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/, 'YYYY-MM')), 'Calendar month in Paris.'),
    timeZone: described(v.string(), 'Name of the time zone of the month, which is that of Paris.'),
    from: described(UtcTimestamp, 'Start of the month, 00:00 in Paris, UTC.'),
    to: described(UtcTimestamp, 'End of the month, exclusive, UTC.'),
    hours: described(
      v.pipe(v.array(UtcTimestamp), v.maxLength(maxHoursOfMonth)),
      'Start of each hour of the month that has ended, UTC, in chronological order and without gaps: 743 to 745 in a month with a clock change. Empty when no value of the month is stored.',
    ),
    productionGCo2PerKwh: described(
      column(FiniteNumber),
      'Carbon intensity of each hour on the production boundary, gCO2eq/kWh. Null when unknown.',
    ),
    consumptionGCo2PerKwh: described(
      column(FiniteNumber),
      'Carbon intensity of each hour on the consumption boundary, gCO2eq/kWh. Null when unknown; never a copy of the production value.',
    ),
    directGCo2PerKwh: described(
      column(FiniteNumber),
      'Direct emissions of generation in each hour, by the factors of the operator, gCO2eq/kWh. Null when unknown.',
    ),
    eurPerMwh: described(
      column(FiniteNumber),
      'Mean of the day-ahead auction prices of each hour, EUR/MWh, without taxes. Null when unknown.',
    ),
    tempoColor: described(
      v.pipe(v.array(Color), v.maxLength(maxHoursOfMonth)),
      'Tempo colour that applies in each hour: the colour of the tariff day, which runs from 06:00 to 06:00 in Paris. Null when unknown.',
    ),
    methodologyVersions: described(
      v.array(HoursVersions),
      'Versions of the carbon intensities, most hours first. More than one entry: the month mixes versions.',
    ),
    sources: described(v.array(HoursSource), 'Sources of the values, by kind of data.'),
    complete: described(
      v.boolean(),
      'True when the month is final: it ended at least three days ago, every hour has every value, no consumption-boundary value is an estimate, and no correction is waiting to be computed. A publisher can still correct a final month; the ETag then changes.',
    ),
  }),
  'Carbon intensities, day-ahead price and Tempo colour of each hour of a calendar month in Paris.',
)
export type HoursResponse = v.InferOutput<typeof HoursResponse>
