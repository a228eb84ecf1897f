import { round1 } from '../../contract/numbers.ts'
import { medianPriceEurPerMwh, priceAnchors } from './anchors.ts'
import type { HourlySeries } from './hourly-series.ts'
import { piecewiseLinear } from './piecewise-linear.ts'
import { estimatePrice, type PriceClasses } from './price-classes.ts'
import type { PriceBasis, Rated } from './sub-scores.ts'

/**
 * Price sub-score of one hour: the day-ahead price where it was auctioned, else the estimate of the hour's class, else the
 * median of the calibration year.
 *
 * @param prices day-ahead price by hour, EUR/MWh
 */
export function ratePrice(prices: HourlySeries, classes: PriceClasses, hourStartMs: number): Rated<PriceBasis> {
  const basis = priceBasis(prices, classes, hourStartMs)
  return { value: round1(piecewiseLinear(priceAnchors, basis.eurPerMwh)), basis }
}

function priceBasis(prices: HourlySeries, classes: PriceClasses, hourStartMs: number): PriceBasis {
  const dayAhead = prices.get(hourStartMs)
  if (dayAhead !== undefined) return { kind: 'day_ahead', eurPerMwh: dayAhead }
  const estimate = estimatePrice(classes, hourStartMs)
  if (estimate === null) return { kind: 'median', eurPerMwh: medianPriceEurPerMwh }
  return { kind: estimate.isPeak ? 'peak_estimate' : 'off_peak_estimate', eurPerMwh: estimate.eurPerMwh }
}
