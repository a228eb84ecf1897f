import type { QuarterField } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { relativeError } from './forecast-error.ts'
import { generateQuarter } from './generate-quarter.ts'
import { offshorePeakMw, onshorePeakMw, solarPeakMw } from './renewables.ts'

type ForecastType = { productionType: string; field: QuarterField; peakMw: number; scale: number; seed: number }

const forecastTypes: readonly ForecastType[] = [
  { productionType: 'SOLAR', field: 'solar', peakMw: solarPeakMw, scale: 0.12, seed: 81 },
  { productionType: 'WIND_ONSHORE', field: 'windOnshore', peakMw: onshorePeakMw, scale: 0.18, seed: 83 },
  { productionType: 'WIND_OFFSHORE', field: 'windOffshore', peakMw: offshorePeakMw, scale: 0.2, seed: 85 },
]

/** Forecast of wind and sun by `FAMILY/TYPE`, whole MW: what the generator will realise, off by the error of its lead. */
export function forecastMw(slot: PlannedSlot, family: string): Map<string, number> {
  const { startEpochMs, publishedEpochMs } = slot
  const quarter = generateQuarter(startEpochMs)
  return new Map(
    forecastTypes.map(({ productionType, field, peakMw, scale, seed }) => {
      const error = relativeError(startEpochMs, publishedEpochMs, scale, seed)
      const powerMw = Math.round(Math.min(peakMw, (quarter[field] ?? 0) * (1 + error)))
      return [`${family}/${productionType}`, powerMw]
    }),
  )
}
