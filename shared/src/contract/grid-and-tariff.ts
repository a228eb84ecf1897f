import * as v from 'valibot'
import { gridSignalStatuses, signalDayNames, tariffColorNames } from '../grid/public-signals.ts'
import { ColorProbabilities } from './values/color-probabilities.ts'
import { described, FiniteNumber, IsoDate, UtcTimestamp } from './values/fields.ts'

export const GridStatusHour = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    status: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Signal of the hour. Null when no received publication covers the hour, for example an hour that had passed before the first publication of the day.',
    ),
  }),
  'One hour of the grid-tension signal.',
)

export const GridStatusDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    day: described(v.picklist(signalDayNames), 'Position of the day relative to today.'),
    status: described(v.picklist(gridSignalStatuses), 'Signal of the whole day.'),
    message: described(v.string(), 'Message of the publisher for the day, in French.'),
    hours: described(
      v.array(GridStatusHour),
      'Hours of the Paris day in chronological order: 24, or 23 or 25 on the days of the clock changes.',
    ),
  }),
  'One day of the grid-tension signal.',
)

/** Body of `GET /v1/grid/status` (docs/develop/decisions.md#grid-status). `stale`: a publication that was due has not arrived. */
export const GridStatusResponse = described(
  v.strictObject({
    source: described(v.string(), 'Publisher of the signal.'),
    license: described(v.string(), 'Licence of the published data.'),
    publishedAt: described(
      v.nullable(UtcTimestamp),
      'Time at which the publisher issued the signal, UTC. Null when the publisher does not state it.',
    ),
    fetchedAt: described(UtcTimestamp, 'Time at which the signal was last fetched, UTC.'),
    stale: described(v.boolean(), 'True when a publication that was due has not arrived.'),
    days: described(
      v.pipe(v.array(GridStatusDay), v.minLength(1), v.maxLength(signalDayNames.length)),
      'Days in chronological order, today first. Between midnight and the next publication the list has three days.',
    ),
  }),
  'Grid-tension signal of the transmission system operator, unchanged.',
)
export type GridStatusResponse = v.InferOutput<typeof GridStatusResponse>

export const gridStatusSource = 'RTE, signal de tension du réseau électrique (données ouvertes)'
export const openLicence = 'Licence Ouverte / Open Licence 2.0 (Etalab)'

/** A colour of the tariff; null when it is not published. */
export const Color = v.nullable(v.picklist(tariffColorNames))

export const TariffColorInForce = described(
  v.strictObject({
    color: described(Color, 'Colour that applies now. Null until the colour is published.'),
    from: described(UtcTimestamp, 'Start of the tariff day, 06:00 in Paris, UTC.'),
    to: described(UtcTimestamp, 'End of the tariff day, 06:00 in Paris of the next day, UTC.'),
  }),
  'Colour in force now. A tariff day runs from 06:00 to 06:00 in Paris.',
)

/**
 * Body of `GET /v1/tariff/today` (docs/develop/decisions.md#tariff-day). `color` is the colour of the calendar day in Paris, `inForce` the
 * colour that applies now: a tariff day runs from 06:00 to 06:00. An unknown colour is null.
 */
export const TariffTodayResponse = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    color: described(Color, 'Published colour of that calendar day. Null until the colour is published.'),
    inForce: TariffColorInForce,
    source: described(v.string(), 'Publisher of the calendar.'),
    license: described(v.string(), 'Licence of the published data.'),
    publishedAt: described(
      v.nullable(UtcTimestamp),
      'Time at which the publisher last changed the calendar, UTC. Null when the publisher does not state it.',
    ),
    fetchedAt: described(
      v.nullable(UtcTimestamp),
      'Time at which the calendar was last fetched, UTC. Null when the calendar was never fetched.',
    ),
  }),
  'Today’s colour of the three-colour tariff (Tempo). The colour matters only for contracts with this tariff.',
)
export type TariffTodayResponse = v.InferOutput<typeof TariffTodayResponse>

export const tariffSource = 'RTE, calendrier des offres de fourniture à trois couleurs (données ouvertes)'

const DaysLeft = v.pipe(v.number(), v.integer(), v.minValue(0))

export const ColorPrices = described(
  v.strictObject({
    peak: described(FiniteNumber, 'Price in peak hours (06:00 to 22:00), EUR/kWh including all taxes.'),
    offPeak: described(FiniteNumber, 'Price in off-peak hours (22:00 to 06:00), EUR/kWh including all taxes.'),
  }),
  'Regulated prices of the colour, EUR/kWh including all taxes.',
)

export const TariffOutlookDay = described(
  v.strictObject({
    date: described(IsoDate, 'Paris calendar day on which the tariff day begins.'),
    from: described(UtcTimestamp, 'Start of the tariff day, 06:00 in Paris, UTC.'),
    to: described(UtcTimestamp, 'End of the tariff day, 06:00 in Paris of the next day, UTC.'),
    color: described(
      Color,
      'Published colour. Null until the colour is published, even when the rules of the tariff leave only one colour.',
    ),
    status: described(
      v.picklist(['published', 'forecast']),
      'published: the colour is published; forecast: probabilities gives the probability of each colour.',
    ),
    probabilities: ColorProbabilities,
    prices: described(
      v.nullable(ColorPrices),
      'Prices of the published colour. Null when the colour is not published or its prices are unknown.',
    ),
  }),
  'One tariff day with its published colour, or with the probability of each colour.',
)

export const ColorStockLeft = described(
  v.strictObject({
    whiteLeft: described(DaysLeft, 'White days left in the season after the published days.'),
    redLeft: described(DaysLeft, 'Red days left in the season after the published days.'),
  }),
  'Red and white days left in the season, which ends on 31 August.',
)

/** Days of an outlook: today and nine more, six more without a weather forecast, fewer before 31 August. */
export const maxTariffDays = 10

/** Body of `GET /v1/tariff/outlook`. */
export const TariffOutlookResponse = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'Time at which the probabilities were computed, UTC.'),
    variant: described(
      v.picklist(['A', 'B', 'C']),
      'Basis of the probabilities. A: forecasts of consumption, wind and solar power, published or calculated from the weather forecast; B: measured consumption, wind and solar power; C: published colours only.',
    ),
    stock: ColorStockLeft,
    days: described(
      v.pipe(v.array(TariffOutlookDay), v.minLength(1), v.maxLength(maxTariffDays)),
      'The current tariff day and up to nine more, up to six while no weather forecast is known. The list ends on 31 August, when the season ends and the stock of days is reset.',
    ),
    methodologyVersion: described(v.pipe(v.number(), v.integer()), 'Version of the tariff colour forecast.'),
  }),
  'Colours of the three-colour tariff (Tempo) for today and up to nine days ahead.',
)
export type TariffOutlookResponse = v.InferOutput<typeof TariffOutlookResponse>
