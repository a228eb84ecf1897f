import * as v from 'valibot'
import { gridSignalStatuses, signalDayNames, tariffColorNames } from '../grid/public-signals.ts'
import { ColorProbabilities } from './values/color-probabilities.ts'
import { described, FiniteNumber, IsoDate, UtcTimestamp } from './values/fields.ts'

/** One hour of the signal; `time` is its start. */
export const GridStatusHour = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    status: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Signal of the hour; null when nothing that was received says it, as of hours that had passed before the first issue.',
    ),
  }),
  'One hour of the grid-tension signal.',
)

/** One Paris day of the signal (23, 24 or 25 hours). `message` is the publisher's French text. */
export const GridStatusDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    day: described(v.picklist(signalDayNames), 'Which day this is, counted from today.'),
    status: described(v.picklist(gridSignalStatuses), 'Signal of the whole day.'),
    message: described(v.string(), 'The publisher’s sentence for the day, in French.'),
    hours: described(
      v.array(GridStatusHour),
      'Hours of the day in Paris, in order: 24, or 23 and 25 when the clock changes.',
    ),
  }),
  'One day of the grid-tension signal.',
)

/** Body of `GET /v1/grid/status` (docs/develop/decisions.md#grid-status). `stale`: an issue is missing that was due. */
export const GridStatusResponse = described(
  v.strictObject({
    source: described(v.string(), 'Who publishes the signal.'),
    license: described(v.string(), 'Licence of the published data.'),
    publishedAt: described(v.nullable(UtcTimestamp), 'When the publisher issued the signal, UTC; null when not said.'),
    fetchedAt: described(UtcTimestamp, 'When the signal was last read, UTC.'),
    stale: described(v.boolean(), 'True when an issue that was due is missing.'),
    days: described(
      v.pipe(v.array(GridStatusDay), v.minLength(1), v.maxLength(signalDayNames.length)),
      'Today first. Three days are normal between midnight and the next issue.',
    ),
  }),
  'Grid-tension signal of the transmission operator, passed through.',
)
export type GridStatusResponse = v.InferOutput<typeof GridStatusResponse>

export const gridStatusSource = 'RTE, signal de tension du réseau électrique (données ouvertes)'
export const openLicence = 'Licence Ouverte / Open Licence 2.0 (Etalab)'

/** A colour of the tariff; null when it is not published. */
export const Color = v.nullable(v.picklist(tariffColorNames))

/** The colour that applies at the instant of the answer, and its span of 06:00 to 06:00 Paris time. */
export const TariffColorInForce = described(
  v.strictObject({
    color: described(Color, 'Colour that applies now. Null when it is not published; never a guess.'),
    from: described(UtcTimestamp, 'Start of the tariff day, 06:00 in Paris, UTC.'),
    to: described(UtcTimestamp, 'End of the tariff day, 06:00 in Paris of the next day, UTC.'),
  }),
  'The colour in force at this instant: a tariff day runs from 06:00 to 06:00 in Paris.',
)

/**
 * Body of `GET /v1/tariff/today` (docs/develop/decisions.md#tariff-day). `color` is the colour of the calendar day in Paris, `inForce` the one that
 * applies at this instant (06:00 to 06:00 Paris). An unknown colour is null, never a guess.
 */
export const TariffTodayResponse = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    color: described(Color, 'Colour of that calendar day. Null when it is not published; never a guess.'),
    inForce: TariffColorInForce,
    source: described(v.string(), 'Who publishes the calendar.'),
    license: described(v.string(), 'Licence of the published data.'),
    publishedAt: described(
      v.nullable(UtcTimestamp),
      'When the publisher last changed the calendar, UTC; null when not said.',
    ),
    fetchedAt: described(v.nullable(UtcTimestamp), 'When the calendar was last read, UTC; null when it never was.'),
  }),
  'Today’s colour of the three-colour tariff. It concerns contracts of that tariff only.',
)
export type TariffTodayResponse = v.InferOutput<typeof TariffTodayResponse>

export const tariffSource = 'RTE, calendrier des offres de fourniture à trois couleurs (données ouvertes)'

const DaysLeft = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Prices of a colour, all taxes included. */
export const ColorPrices = described(
  v.strictObject({
    peak: described(FiniteNumber, 'Price from 06:00 to 22:00, EUR/kWh.'),
    offPeak: described(FiniteNumber, 'Price from 22:00 to 06:00, EUR/kWh.'),
  }),
  'Regulated prices of the colour, EUR/kWh, all taxes included.',
)

/** One tariff day, 06:00 to 06:00 in Paris. */
export const TariffOutlookDay = described(
  v.strictObject({
    date: described(IsoDate, 'Day in Paris on which the tariff day begins.'),
    from: described(UtcTimestamp, 'Start of the tariff day, 06:00 in Paris, UTC.'),
    to: described(UtcTimestamp, 'End of the tariff day, 06:00 in Paris of the next day, UTC.'),
    color: described(Color, 'Published colour; null until it is published, even where it is certain.'),
    status: described(v.picklist(['published', 'forecast']), 'Whether the colour is published.'),
    probabilities: ColorProbabilities,
    prices: described(
      v.nullable(ColorPrices),
      'Prices of the published colour; null when it is not published or no price is known.',
    ),
  }),
  'One tariff day with its colour or the probabilities of its colours.',
)

/** What is left of the season's red and white days. */
export const ColorStockLeft = described(
  v.strictObject({
    whiteLeft: described(DaysLeft, 'White days that are left after the published ones.'),
    redLeft: described(DaysLeft, 'Red days that are left after the published ones.'),
  }),
  'Days that are left of the season, which ends on 31 August.',
)

/** Days of an outlook: today and six more, fewer before 31 August. */
export const maxTariffDays = 7

/** Body of `GET /v1/tariff/outlook`. */
export const TariffOutlookResponse = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'When the probabilities were computed, UTC.'),
    variant: described(
      v.picklist(['A', 'B', 'C']),
      'What the probabilities rest on: A forecasts of load, wind and sun; B realised load, wind and sun; C colours alone.',
    ),
    stock: ColorStockLeft,
    days: described(
      v.pipe(v.array(TariffOutlookDay), v.minLength(1), v.maxLength(maxTariffDays)),
      'The tariff day in force and up to six more; none after 31 August, when the stock begins anew.',
    ),
    methodologyVersion: described(v.pipe(v.number(), v.integer()), 'Version of the forecast of colours.'),
  }),
  'Colours of the three-colour tariff, today and six days ahead.',
)
export type TariffOutlookResponse = v.InferOutput<typeof TariffOutlookResponse>
