import { type LoadCurve, LoadCurveRefusal, type Remark, type SeemingFile } from '../load-curve.ts'
import { readPeriod } from './layouts/read-period.ts'
import { readRows } from './layouts/read-rows.ts'
import { createReadingState, quoteText, type ReadingState } from './layouts/reading-state.ts'
import { openFile } from './open-file.ts'
import { type BuiltSteps, buildSteps } from './steps/build-curve.ts'
import { resolveClockTimes } from './steps/resolve-clock-times.ts'
import { resolveSides } from './steps/resolve-sides.ts'

/** Size of a file; ten years of half-hours of one home are 6 MB. */
export const maxFileMegabytes = 30

/** Share of rows with a month above 12, among the rows that are read, from which all of a file has the month first. Single ones are odd rows. */
const monthFirstShare = 0.1

/** Energy of all steps. */
const sumEnergy = (steps: BuiltSteps): number => steps.energyKwh.reduce((sum, each) => sum + each, 0)

const isRefusal = (built: BuiltSteps | LoadCurveRefusal): built is LoadCurveRefusal => built instanceof LoadCurveRefusal

/** Steps of one direction, or why there are none: what was fed into the grid must not keep the consumption from being read. */
function tryBuild(...inputs: Parameters<typeof buildSteps>): BuiltSteps | LoadCurveRefusal {
  try {
    return buildSteps(...inputs)
  } catch (error) {
    if (error instanceof LoadCurveRefusal) return error
    throw error
  }
}

/** Why nothing could be read of what was drawn from the grid. */
function findReason(
  state: ReadingState,
  drawn: BuiltSteps | LoadCurveRefusal,
  injected: BuiltSteps | LoadCurveRefusal,
  seems: SeemingFile,
): LoadCurveRefusal {
  if (isRefusal(drawn)) return drawn
  if (drawn.odd > 0) return new LoadCurveRefusal('odd-steps')
  if (isRefusal(injected) || injected.startsMs.length > 0) return new LoadCurveRefusal('injection-only')
  if (state.kind !== null) return new LoadCurveRefusal('no-values')
  if (state.refusal === null && state.unreadableStamp !== null) return createDateRefusal(state.unreadableStamp)
  return state.refusal ?? new LoadCurveRefusal('not-a-load-curve', { seems })
}

const createDateRefusal = (seen: string) => new LoadCurveRefusal('unreadable-dates', { seen })

/** Remarks with a number of rows, where there are any. */
function listCounts(counts: Partial<Record<Remark['code'], number>>): Remark[] {
  return Object.entries(counts).flatMap(([code, rows]) =>
    rows > 0 ? [{ code: code as Remark['code'], values: { rows } }] : [],
  )
}

/** Builds the curve from what was collected. */
function finishCurve(state: ReadingState, seems: SeemingFile): LoadCurve {
  if (state.meters.size > 1) throw new LoadCurveRefusal('several-meters', { meters: state.meters.size })
  const columns = state.rows.finish()
  const { monthFirst } = state.stamps
  if (monthFirst.rows > columns.count * monthFirstShare) throw createDateRefusal(quoteText(monthFirst.seen))
  if (columns.count > 0 && state.dateOnly >= columns.count) throw new LoadCurveRefusal('daily-values')
  const grouped = state.groups.listGrouped()
  for (const row of grouped) columns.value[row] = (columns.value[row] ?? 0) * 1000
  const dropped = new Uint8Array(columns.count)
  const clock = resolveClockTimes(columns, dropped)
  const period = readPeriod(state, columns, dropped)
  const assumedSide = resolveSides(columns, dropped, period)
  const drawn = tryBuild(columns, dropped, 0, state.statedMinutes)
  const built = tryBuild(columns, dropped, 1, state.statedMinutes)
  if (state.kind === null || isRefusal(drawn) || drawn.startsMs.length === 0) {
    throw findReason(state, drawn, built, seems)
  }
  const injected = isRefusal(built) ? null : built
  const remarks: Remark[] = [
    ...(assumedSide === null ? [] : [{ code: 'side-assumed' as const, values: { side: assumedSide } }]),
    ...(drawn.derivedMinutes === 0
      ? []
      : [{ code: 'step-derived' as const, values: { minutes: drawn.derivedMinutes } }]),
    ...(state.assumedUnit === null ? [] : [{ code: 'unit-assumed' as const, values: { unit: state.assumedUnit } }]),
    ...(state.isClockAssumed ? [{ code: 'clock-time-assumed' as const, values: {} }] : []),
    ...(injected === null ? [{ code: 'injection-unknown' as const, values: {} }] : []),
    ...listCounts({
      'empty-values': state.empty,
      'repeated-instants': drawn.repeated + (injected?.repeated ?? 0),
      'overlapping-steps': drawn.overlapping + (injected?.overlapping ?? 0),
      'ambiguous-hour': clock.ambiguous,
      'skipped-hour': clock.skipped,
      'odd-instants': drawn.odd + (injected?.odd ?? 0),
      'grouped-thousands': grouped.length,
      'unreadable-rows': state.unreadable + drawn.implausible + (injected?.implausible ?? 0),
      'negative-values': state.negative,
      'other-quantities': state.other,
      'injection-apart': injected?.startsMs.length ?? 0,
    }),
  ]
  return {
    kind: state.kind,
    startsMs: drawn.startsMs,
    minutes: drawn.minutes,
    energyKwh: drawn.energyKwh,
    fromMs: period.fromMs,
    toMs: period.toMs,
    injectedKwh: injected === null || injected.startsMs.length === 0 ? null : sumEnergy(injected),
    remarks,
  }
}

/**
 * Reads a load curve from the bytes of a file, whatever its kind.
 *
 * @throws LoadCurveRefusal if the file is none; nothing else
 */
export function readLoadCurve(bytes: Uint8Array): LoadCurve {
  const megabytes = bytes.length / 1_000_000
  if (megabytes > maxFileMegabytes) {
    throw new LoadCurveRefusal('file-too-large', { megabytes: Math.ceil(megabytes), atMost: maxFileMegabytes })
  }
  if (bytes.length === 0) throw new LoadCurveRefusal('empty-file')
  const state = createReadingState()
  const file = openFile(bytes)
  readRows(file.rows, state)
  return finishCurve(state, file.seems)
}
