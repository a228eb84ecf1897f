import {
  forecastErrorCorrelation,
  forecastErrorGw,
  residualModels,
} from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import { readCell } from '@hexawatt/shared/methodology/tariff-colors/gaussian'
import { believeByNetLoad, findResidualModel } from '@hexawatt/shared/methodology/tariff-colors/net-load-belief'
import type { NetLoadForecast, NetLoadRecord } from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import type { ColorDay } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { createNormalNumbers, drawChain } from './normal-numbers.ts'

/**
 * Makes calibrated forecasts up from what came: the error of a forecast does not depend on the forecast. Errors are normal with the sizes and
 * the correlation that the method assumes, none larger than what variant B does not know; F = m + (1 − v)(C − m) + √(v (1 − v)) σ z, where m and σ² are B's
 * mean and variance of the day and v is the share of σ² that the forecast leaves.
 *
 * @param seed of the random numbers: a run can be repeated
 */
export function createForecastEmulator(seed: number) {
  const normal = createNormalNumbers(seed)

  /** @param realisedMw net load of the days; forecasts end before the first unknown one */
  return function emulate(
    netLoad: NetLoadRecord,
    today: Temporal.PlainDate,
    days: readonly ColorDay[],
    realisedMw: readonly (number | null)[],
  ): NetLoadForecast[] {
    const scale = netLoad.scaleForIssue(today)
    const residuals = netLoad.residualsBefore(today)
    if (scale === null || residuals === null) return []
    const { mean, covariance } = believeByNetLoad(findResidualModel(residualModels, today), days, residuals)
    const forecasts: NetLoadForecast[] = []
    for (const [lead, z] of drawChain(normal, forecastErrorGw.length, forecastErrorCorrelation).entries()) {
      const powerMw = realisedMw[lead] ?? null
      const expected = mean[lead] ?? null
      if (powerMw === null || expected === null) break
      const realised = (powerMw - scale.lowMw) / scale.widthMw
      const variance = readCell(covariance, lead, lead)
      const sdMw = 1000 * (forecastErrorGw[lead] ?? 0)
      const left = Math.min(1, (sdMw / scale.widthMw) ** 2 / variance)
      const forecast = expected + (1 - left) * (realised - expected) + Math.sqrt(left * (1 - left) * variance) * z
      forecasts.push({ lead, netLoadMw: scale.lowMw + forecast * scale.widthMw, sdMw, hasWindAndSun: true })
    }
    return forecasts
  }
}
