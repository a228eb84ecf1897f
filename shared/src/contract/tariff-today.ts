import * as v from 'valibot'
import { tariffColorNames } from '../grid/tariff-colors.ts'
import { described, IsoDate, UtcTimestamp } from './fields.ts'

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
 * Body of `GET /v1/tariff/today` (decisions §3). `color` is the colour of the calendar day in Paris, `inForce` the one that
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
