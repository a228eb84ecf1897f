import { dateLater, hour } from '../paris.ts'
import { dateOf, type Hours, hoursOfDay } from './calendar.ts'

/** Steps, hours, in the order in which they are tried: the sun by quarters of an hour, wind by halves. */
export const solarSteps = [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1]
export const windSteps = [0, -0.5, 0.5, -1, 1]

/** The forecasts of each day, moved and stretched by what fitted the days from fifteen to two days before it best. */
export function aligned(forecasts: Hours, came: Hours, steps: readonly number[]): Hours {
  const better = new Map(forecasts)
  for (const date of new Set([...forecasts.keys()].map(dateOf))) {
    const chosen = fitOf(date, forecasts, came, steps)
    if (chosen === null) continue
    for (const at of hoursOfDay(date)) {
      const moved = movedTo(around(forecasts, at), chosen.step)
      if (moved !== undefined) better.set(at, chosen.stretch * moved)
    }
  }
  return better
}

/** What was forecast for an hour, the one before it and the one after it. What is read from the next hour stops at midnight. */
type Around = { own: number | undefined; before: number | undefined; after: number | undefined }

function around(forecasts: Hours, at: number): Around {
  const isLast = dateOf(at + hour) !== dateOf(at)
  return {
    own: forecasts.get(at),
    before: forecasts.get(at - hour),
    after: isLast ? undefined : forecasts.get(at + hour),
  }
}

/** What was forecast `step` hours before an hour. */
function movedTo({ own, before, after }: Around, step: number): number | undefined {
  if (own === undefined || step === 0) return own
  if (step > 0) return before === undefined ? own : own + step * (before - own)
  return after === undefined ? own : own - step * (after - own)
}

function fitOf(date: string, forecasts: Hours, came: Hours, steps: readonly number[]) {
  const dates = Array.from({ length: 14 }, (_, index) => dateLater(date, index - 15))
  const hours = dates.flatMap(hoursOfDay).filter((at) => forecasts.has(at) && came.has(at))
  if (hours.length < 100 || new Set(hours.map(dateOf)).size < 7) return null
  const known = hours.map((at) => ({ forecast: around(forecasts, at), real: came.get(at) ?? Number.NaN }))
  let best: { step: number; stretch: number; loss: number } | null = null
  for (const step of steps) {
    const pairs = known.map(({ forecast, real }) => ({ forecast: movedTo(forecast, step) ?? Number.NaN, real }))
    let [products, squares] = [0, 0]
    for (const { forecast, real } of pairs) {
      products += forecast * real
      squares += forecast ** 2
    }
    const stretch = 1 + 0.7 * (Math.min(1.25, Math.max(0.8, products / Math.max(squares, 1))) - 1)
    const missBy = (factor: number) => {
      let missed = 0
      for (const { forecast, real } of pairs) missed += Math.abs(factor * forecast - real)
      return missed / pairs.length
    }
    const loss = missBy(stretch) + (step === 0 ? 0 : 0.02 * missBy(1))
    if (best === null || loss < best.loss - 1e-9) best = { step, stretch, loss }
  }
  return best
}
