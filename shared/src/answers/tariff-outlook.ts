import { roundHalfAwayFromZero } from '../bounds/numbers.ts'
import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { TariffOutlookResponse } from '../contract/grid-and-tariff.ts'
import { type TariffColor, tariffColorCodes, tariffColorName } from '../grid/public-signals.ts'
import type { ColorProbabilities } from '../methodology/tariff-colors/color-rule.ts'
import type { ColorOutlook } from '../methodology/tariff-colors/forecast-colors.ts'
import { tariffColorsVersion } from '../methodology/versions.ts'
import { isoSeconds } from '../time/instant.ts'
import { tariffDayAt, tariffDayStartOf } from '../time/tariff-day.ts'

type Prices = TariffOutlookResponse['days'][number]['prices']

const decimals = 3

/**
 * The outlook as served: the tariff day in force and what is known of the six after it; days that have ended are dropped.
 *
 * @param pricesAt prices of a colour on a day, EUR/kWh; null where none is known
 * @returns null when no day of the outlook is left, or without an outlook (the stock is unknown)
 */
export function tariffOutlook(
  outlook: ColorOutlook | null,
  issuedAt: Temporal.Instant,
  pricesAt: (date: string, color: TariffColor) => Prices,
  now: Temporal.Instant,
): TariffOutlookResponse | null {
  const today = tariffDayAt(now).toString()
  const days = outlook?.days.filter(({ date }) => date >= today) ?? []
  if (outlook === null || days[0]?.date !== today) return null
  const { variant, stock } = outlook
  return {
    issuedAt: isoSeconds(issuedAt),
    variant,
    // A season may get more days than the rule knows.
    stock: { whiteLeft: Math.max(0, stock.white), redLeft: Math.max(0, stock.red) },
    days: days.map(({ date, color, probabilities }) => {
      const day = Temporal.PlainDate.from(date)
      return {
        date,
        from: isoSeconds(tariffDayStartOf(day)),
        to: isoSeconds(tariffDayStartOf(day.add({ days: 1 }))),
        color: color === null ? null : tariffColorName(tariffColorCodes[color]),
        status: color === null ? 'forecast' : 'published',
        probabilities: rounded(probabilities),
        prices: color === null ? null : pricesAt(date, color),
      }
    }),
    methodologyVersion: tariffColorsVersion,
  }
}

/**
 * Three decimals with the sum 1: the most probable colour takes what rounding leaves. The floor of the method keeps what is only improbable above
 * 0.003, so that 0 and 1 stay what is certain.
 */
function rounded(probabilities: ColorProbabilities): ColorProbabilities {
  const round = (value: number) => roundHalfAwayFromZero(value, decimals)
  const { blue, white, red } = recordFromEntries(['blue', 'white', 'red'], (color) => round(probabilities[color]))
  const most = Math.max(blue, white, red)
  if (red === most) return { blue, white, red: round(1 - blue - white) }
  if (white === most) return { blue, white: round(1 - blue - red), red }
  return { blue: round(1 - white - red), white, red }
}
