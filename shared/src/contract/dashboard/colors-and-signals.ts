import * as v from 'valibot'
import { gridSignalStatuses, signalDayNames } from '../../grid/public-signals.ts'
import {
  Color,
  maxTariffDays,
  TariffColorInForce,
  TariffOutlookDay,
  TariffOutlookResponse,
} from '../grid-and-tariff.ts'
import { described, IsoDate } from '../values/fields.ts'

export const DashboardTariff = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    color: described(Color, 'Published colour of that day. Null until the colour is published.'),
    inForce: TariffColorInForce,
    tomorrow: described(Color, 'Published colour of the next day. Null until the colour is published.'),
  }),
  'Colour of the three-colour tariff (Tempo) today, now and tomorrow.',
)
export type DashboardTariff = v.InferOutput<typeof DashboardTariff>

export const DashboardTariffDay = described(
  v.strictObject({
    date: TariffOutlookDay.entries.date,
    color: TariffOutlookDay.entries.color,
    probabilities: TariffOutlookDay.entries.probabilities,
  }),
  'One tariff day, 06:00 to 06:00 in Paris, with the unrounded probabilities of its colours.',
)

export const DashboardTariffOutlook = described(
  v.strictObject({
    issuedAt: TariffOutlookResponse.entries.issuedAt,
    stock: TariffOutlookResponse.entries.stock,
    days: described(
      v.pipe(v.array(DashboardTariffDay), v.minLength(1), v.maxLength(maxTariffDays)),
      'The current tariff day and up to nine more, up to six while no weather forecast is known. The list ends on 31 August, when the season ends and the stock of days is reset.',
    ),
  }),
  'Colours of the three-colour tariff (Tempo) for today and up to nine days ahead.',
)
export type DashboardTariffOutlook = v.InferOutput<typeof DashboardTariffOutlook>

export const DashboardSignalDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    day: described(v.picklist(signalDayNames), 'Position of the day relative to today.'),
    status: described(v.picklist(gridSignalStatuses), 'Signal of the whole day.'),
    message: described(v.string(), 'Message of the publisher for the day, in French.'),
    hours: described(
      v.nullable(v.pipe(v.array(v.nullable(v.picklist(gridSignalStatuses))), v.minLength(23), v.maxLength(25))),
      'Signal of each hour of the Paris day from midnight on: 24 values, or 23 or 25 on the days of the clock changes; null for an hour that no received publication covers. Null when no hour is published.',
    ),
  }),
  'Grid-tension signal of one day.',
)
export type DashboardSignalDay = v.InferOutput<typeof DashboardSignalDay>
