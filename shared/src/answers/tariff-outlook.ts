import { roundHalfAwayFromZero } from '../bounds/numbers.ts'
import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { DashboardTariffOutlook } from '../contract/dashboard/colors-and-signals.ts'
import type { TariffOutlookResponse } from '../contract/grid-and-tariff.ts'
import { type TariffColor, type TariffColorName, tariffColorCodes, toTariffColorName } from '../grid/public-signals.ts'
import type { ColorProbabilities } from '../methodology/tariff-colors/color-rule.ts'
import type { ColorOutlook } from '../methodology/tariff-colors/forecast-colors.ts'
import { tariffColorsVersion } from '../methodology/versions.ts'
import type { TariffOutlookSnapshot } from '../snapshot/kinds.ts'
import { isoSeconds } from '../time/instant.ts'
import { toTariffDay, toTariffDayStart } from '../time/paris.ts'

type Prices = TariffOutlookResponse['days'][number]['prices']

const decimals = 3

/**
 * The outlook as served: the tariff day in force and the days after it; days that have ended are dropped.
 *
 * @param pricesAt prices of a colour on a day, EUR/kWh; null where none is known
 * @returns null when no day of the outlook is left, or without an outlook (the stock is unknown)
 */
export function composeTariffOutlook(
  outlook: ColorOutlook | null,
  issuedAt: Temporal.Instant,
  pricesAt: (date: string, color: TariffColor) => Prices,
  now: Temporal.Instant,
): TariffOutlookResponse | null {
  const days = dropEndedTariffDays(outlook?.days ?? [], now)
  if (outlook === null || days.length === 0) return null
  return {
    issuedAt: isoSeconds(issuedAt),
    variant: outlook.variant,
    stock: toStockLeft(outlook),
    days: days.map(({ date, color, probabilities }) => {
      const day = Temporal.PlainDate.from(date)
      return {
        date,
        from: isoSeconds(toTariffDayStart(day)),
        to: isoSeconds(toTariffDayStart(day.add({ days: 1 }))),
        color: toColorName(color),
        status: color === null ? 'forecast' : 'published',
        probabilities: roundProbabilities(probabilities),
        prices: color === null ? null : pricesAt(date, color),
      }
    }),
    methodologyVersion: tariffColorsVersion,
  }
}

/**
 * The outlook as the page takes it, before rounding: a plan in the browser weighs the prices with the same probabilities as `/v1/schedule`.
 *
 * @returns null where `tariffOutlook` is null, and for an outlook of a later instant, which an earlier replay left
 */
export function composeDashboardTariffOutlook(
  snapshot: TariffOutlookSnapshot | null,
  now: Temporal.Instant,
): DashboardTariffOutlook | null {
  const { outlook, issuedAt } = snapshot ?? { outlook: null, issuedAt: '' }
  const days = dropEndedTariffDays(outlook?.days ?? [], now)
  if (outlook === null || days.length === 0 || issuedAt > isoSeconds(now)) return null
  return {
    issuedAt,
    stock: toStockLeft(outlook),
    days: days.map(({ date, color, probabilities }) => ({ date, color: toColorName(color), probabilities })),
  }
}

/** The days from the tariff day in force on; empty when that day is not among them. */
export function dropEndedTariffDays<Day extends { date: string }>(days: readonly Day[], now: Temporal.Instant): Day[] {
  const today = toTariffDay(now).toString()
  const ahead = days.filter(({ date }) => date >= today)
  return ahead[0]?.date === today ? ahead : []
}

/** A season may get more days than the rule knows. */
function toStockLeft({ stock }: ColorOutlook): TariffOutlookResponse['stock'] {
  return { whiteLeft: Math.max(0, stock.white), redLeft: Math.max(0, stock.red) }
}

function toColorName(color: TariffColor | null): TariffColorName | null {
  return color === null ? null : toTariffColorName(tariffColorCodes[color])
}

/**
 * Probabilities as outlook and archive serve them: three decimals whose sum is 1, because the most probable colour takes what rounding leaves. The
 * floor of the method keeps what is only improbable above 0.003, so that 0 and 1 stay what is certain.
 */
export function roundProbabilities(probabilities: ColorProbabilities): ColorProbabilities {
  const round = (value: number) => roundHalfAwayFromZero(value, decimals)
  const { blue, white, red } = recordFromEntries(['blue', 'white', 'red'], (color) => round(probabilities[color]))
  const most = Math.max(blue, white, red)
  if (red === most) return { blue, white, red: round(1 - blue - white) }
  if (white === most) return { blue, white: round(1 - blue - red), red }
  return { blue: round(1 - white - red), white, red }
}
