import { hourMs, minuteMs } from '../../../time/instant.ts'
import type { LoadCurve } from '../load-curve.ts'
import type { HourAxis } from './hour-axis.ts'

/** Steps of a load curve, cut at full hours: each piece lies in one hour of the axis. The energy of a step is spread evenly over its minutes. */
export type CurvePieces = {
  count: number
  /** Index of the hour on the axis. */
  hour: Int32Array
  /** Minutes from the start of the hour. */
  offsetMinutes: Float64Array
  minutes: Float64Array
  energyKwh: Float64Array
}

/** Start and end of the period of a curve, ms since the epoch: the bounds that the file states, widened to every step that it has. */
export function findPeriod({ startsMs, minutes, fromMs, toMs }: LoadCurve): { fromMs: number; toMs: number } {
  const firstMs = startsMs[0]
  if (firstMs === undefined) throw new RangeError('a statement needs at least one step')
  const last = startsMs.length - 1
  const endMs = (startsMs[last] ?? 0) + (minutes[last] ?? 0) * minuteMs
  return { fromMs: Math.min(fromMs ?? firstMs, firstMs), toMs: Math.max(toMs ?? endMs, endMs) }
}

/** Cuts the steps of a curve at full hours. */
export function cutAtHours({ startsMs, minutes, energyKwh }: LoadCurve, axis: HourAxis): CurvePieces {
  const endOf = (step: number): number => (startsMs[step] ?? 0) + (minutes[step] ?? 0) * minuteMs
  let count = 0
  for (let step = 0; step < startsMs.length; step += 1) {
    count += Math.ceil(endOf(step) / hourMs) - Math.floor((startsMs[step] ?? 0) / hourMs)
  }
  const pieces: CurvePieces = {
    count,
    hour: new Int32Array(count),
    offsetMinutes: new Float64Array(count),
    minutes: new Float64Array(count),
    energyKwh: new Float64Array(count),
  }
  let piece = 0
  for (let step = 0; step < startsMs.length; step += 1) {
    const endMs = endOf(step)
    for (let atMs = startsMs[step] ?? 0; atMs < endMs; piece += 1) {
      const hourStartMs = Math.floor(atMs / hourMs) * hourMs
      const untilMs = Math.min(endMs, hourStartMs + hourMs)
      const pieceMinutes = (untilMs - atMs) / minuteMs
      pieces.hour[piece] = (hourStartMs - axis.firstMs) / hourMs
      pieces.offsetMinutes[piece] = (atMs - hourStartMs) / minuteMs
      pieces.minutes[piece] = pieceMinutes
      pieces.energyKwh[piece] = ((energyKwh[step] ?? 0) * pieceMinutes) / (minutes[step] ?? 1)
      atMs = untilMs
    }
  }
  return pieces
}
