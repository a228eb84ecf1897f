import * as v from 'valibot'
import { tariffColorNames } from '../grid/tariff-colors.ts'
import { IsoDate, UtcTimestamp } from './fields.ts'

const Color = v.nullable(v.picklist(tariffColorNames))

/**
 * Body of `GET /v1/tariff/today` (decisions §3). `color` is the colour of the calendar day in Paris, `inForce` the one that
 * applies at this instant (06:00 to 06:00 Paris). An unknown colour is null, never a guess.
 */
export const TariffTodayResponse = v.strictObject({
  date: IsoDate,
  color: Color,
  inForce: v.strictObject({ color: Color, from: UtcTimestamp, to: UtcTimestamp }),
  source: v.string(),
  license: v.string(),
  publishedAt: v.nullable(UtcTimestamp),
  fetchedAt: v.nullable(UtcTimestamp),
})
export type TariffTodayResponse = v.InferOutput<typeof TariffTodayResponse>

export const tariffSource = 'RTE, calendrier des offres de fourniture à trois couleurs (données ouvertes)'
