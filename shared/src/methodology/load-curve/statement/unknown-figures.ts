import { formatIsoSecondsOfMs, hourMs, minuteMs } from '../../../time/instant.ts'
import { roundFigure } from './period-figures.ts'
import type { PricedCurve } from './priced-curve.ts'
import { intensityKinds, type TimeRange, type UnknownFigure, type UnknownReason } from './statement.ts'

/** Most ranges that a statement lists of one figure: a file with every second value missing has a range for each. */
const maxRanges = 100

/** Ranges of the period for which the file has no value. */
export function listGaps({ period, axis, pieces }: PricedCurve): { gaps: TimeRange[]; unlistedGaps: number } {
  const gaps: TimeRange[] = []
  let count = 0
  let knownToMs = period.fromMs
  const closeAt = (startMs: number): void => {
    if (startMs <= knownToMs) return
    count += 1
    if (gaps.length < maxRanges) gaps.push({ from: formatIsoSecondsOfMs(knownToMs), to: formatIsoSecondsOfMs(startMs) })
  }
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const startMs = axis.firstMs + (pieces.hour[piece] ?? 0) * hourMs + (pieces.offsetMinutes[piece] ?? 0) * minuteMs
    closeAt(startMs)
    knownToMs = startMs + (pieces.minutes[piece] ?? 0) * minuteMs
  }
  closeAt(period.toMs)
  return { gaps, unlistedGaps: count - gaps.length }
}

/** Figures that could not be counted for all hours: the energy and the hours that are missing, and why. */
export function listUnknown(priced: PricedCurve): UnknownFigure[] {
  const { axis, pieces, intensities, prices, contracts } = priced
  const ofIntensities = intensityKinds.map((intensity, kind) => {
    const reasonOf = (hour: number): UnknownReason => (axis.isGiven[hour] === 1 ? 'no-intensity' : 'no-month')
    const isUnknown = (piece: number): boolean => Number.isNaN(intensities[kind]?.[pieces.hour[piece] ?? 0])
    return { figure: { intensity }, ...collectUnknown(priced, isUnknown, reasonOf) }
  })
  const ofContracts = contracts.map(({ key, findReason }, index) => {
    const isUnknown = (piece: number): boolean => Number.isNaN(prices[index]?.[piece])
    return { figure: { contract: key }, ...collectUnknown(priced, isUnknown, findReason) }
  })
  return [...ofIntensities, ...ofContracts].filter(({ hours }) => hours > 0)
}

function collectUnknown(
  { axis, pieces }: PricedCurve,
  isUnknown: (piece: number) => boolean,
  reasonOf: (hour: number) => UnknownReason,
): Omit<UnknownFigure, 'figure'> {
  const runs: { fromMs: number; toMs: number; reason: UnknownReason; energyKwh: number }[] = []
  let [energyKwh, minutes, unlistedRanges] = [0, 0, 0]
  let [lastToMs, lastReason]: [number, UnknownReason | null] = [Number.NaN, null]
  for (let piece = 0; piece < pieces.count; piece += 1) {
    if (!isUnknown(piece)) continue
    const hour = pieces.hour[piece] ?? 0
    const pieceKwh = pieces.energyKwh[piece] ?? 0
    const fromMs = axis.firstMs + hour * hourMs + (pieces.offsetMinutes[piece] ?? 0) * minuteMs
    const toMs = fromMs + (pieces.minutes[piece] ?? 0) * minuteMs
    const reason = reasonOf(hour)
    const continues = fromMs === lastToMs && reason === lastReason
    energyKwh += pieceKwh
    minutes += pieces.minutes[piece] ?? 0
    if (!continues && runs.length < maxRanges) runs.push({ fromMs, toMs, reason, energyKwh: pieceKwh })
    else if (!continues) unlistedRanges += 1
    else if (unlistedRanges === 0) extendRun(runs.at(-1), toMs, pieceKwh)
    ;[lastToMs, lastReason] = [toMs, reason]
  }
  const ranges = runs.map(({ fromMs, toMs, reason, energyKwh: kwh }) => ({
    from: formatIsoSecondsOfMs(fromMs),
    to: formatIsoSecondsOfMs(toMs),
    reason,
    energyKwh: roundFigure(kwh),
  }))
  return { energyKwh: roundFigure(energyKwh), hours: roundFigure(minutes / 60), ranges, unlistedRanges }
}

function extendRun(run: { toMs: number; energyKwh: number } | undefined, toMs: number, energyKwh: number): void {
  if (run === undefined) return
  run.toMs = toMs
  run.energyKwh += energyKwh
}
