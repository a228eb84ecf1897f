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
      const moved = movedTo(forecasts, at, chosen.step)
      if (moved !== undefined) better.set(at, chosen.stretch * moved)
    }
  }
  return better
}

/** What was forecast `step` hours before an hour. What is read from the next hour stops at midnight. */
function movedTo(forecasts: Hours, at: number, step: number): number | undefined {
  const [own, before, after] = [forecasts.get(at), forecasts.get(at - hour), forecasts.get(at + hour)]
  if (own === undefined || step === 0) return own
  if (step > 0) return before === undefined ? own : own + step * (before - own)
  const isLast = dateOf(at + hour) !== dateOf(at)
  return isLast || after === undefined ? own : own - step * (after - own)
}

function fitOf(date: string, forecasts: Hours, came: Hours, steps: readonly number[]) {
  const dates = Array.from({ length: 14 }, (_, index) => dateLater(date, index - 15))
  const hours = dates.flatMap(hoursOfDay).filter((at) => forecasts.has(at) && came.has(at))
  if (hours.length < 100 || new Set(hours.map(dateOf)).size < 7) return null
  let best: { step: number; stretch: number; loss: number } | null = null
  for (const step of steps) {
    const pairs = hours.map((at) => [movedTo(forecasts, at, step) ?? Number.NaN, came.get(at) ?? Number.NaN] as const)
    const products = pairs.reduce((total, [forecast, real]) => total + forecast * real, 0)
    const squares = pairs.reduce((total, [forecast]) => total + forecast ** 2, 0)
    const stretch = 1 + 0.7 * (Math.min(1.25, Math.max(0.8, products / Math.max(squares, 1))) - 1)
    const missBy = (factor: number) =>
      pairs.reduce((total, [forecast, real]) => total + Math.abs(factor * forecast - real), 0) / pairs.length
    const loss = missBy(stretch) + (step === 0 ? 0 : 0.02 * missBy(1))
    if (best === null || loss < best.loss - 1e-9) best = { step, stretch, loss }
  }
  return best
}
