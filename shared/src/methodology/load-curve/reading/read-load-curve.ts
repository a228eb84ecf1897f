import { type LoadCurve, LoadCurveRefusal, type Remark, type SeemingFile } from '../load-curve.ts'
import { readPeriod } from './layouts/read-period.ts'
import { readRows } from './layouts/read-rows.ts'
import { createReadingState, type ReadingState } from './layouts/reading-state.ts'
import { openFile } from './open-file.ts'
import { type BuiltSteps, buildSteps } from './steps/build-curve.ts'
import { resolveClockTimes } from './steps/resolve-clock-times.ts'
import { resolveSides } from './steps/resolve-sides.ts'

/** Size of a file; ten years of half-hours of one home are 6 MB. */
const maxFileMegabytes = 30

/** Energy of all steps. */
const sumEnergy = (steps: BuiltSteps): number => steps.energyKwh.reduce((sum, each) => sum + each, 0)

/** Why nothing could be read. */
function refuseEmpty(state: ReadingState, drawn: BuiltSteps, injected: BuiltSteps, seems: SeemingFile): never {
  if (drawn.odd > 0) throw new LoadCurveRefusal('odd-steps')
  if (injected.startsMs.length > 0) throw new LoadCurveRefusal('injection-only')
  if (state.kind !== null) throw new LoadCurveRefusal('no-values')
  throw state.refusal ?? new LoadCurveRefusal('not-a-load-curve', { seems })
}

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
  if (columns.count > 0 && state.dateOnly >= columns.count) throw new LoadCurveRefusal('daily-values')
  const dropped = new Uint8Array(columns.count)
  const clock = resolveClockTimes(columns, dropped)
  const period = readPeriod(state, columns, dropped)
  const assumedSide = resolveSides(columns, dropped, period)
  const injected = buildSteps(columns, dropped, 1)
  const drawn = buildSteps(columns, dropped, 0)
  if (state.kind === null || drawn.startsMs.length === 0) refuseEmpty(state, drawn, injected, seems)
  const remarks: Remark[] = [
    ...(assumedSide === null ? [] : [{ code: 'side-assumed' as const, values: { side: assumedSide } }]),
    ...(drawn.derivedMinutes === 0
      ? []
      : [{ code: 'step-derived' as const, values: { minutes: drawn.derivedMinutes } }]),
    ...(state.assumedUnit === null ? [] : [{ code: 'unit-assumed' as const, values: { unit: state.assumedUnit } }]),
    ...(state.isClockAssumed ? [{ code: 'clock-time-assumed' as const, values: {} }] : []),
    ...listCounts({
      'empty-values': state.empty,
      'repeated-instants': drawn.repeated + injected.repeated,
      'overlapping-steps': drawn.overlapping + injected.overlapping,
      'ambiguous-hour': clock.ambiguous,
      'skipped-hour': clock.skipped,
      'odd-instants': drawn.odd + injected.odd,
      'unreadable-rows': state.unreadable,
      'negative-values': state.negative,
      'other-quantities': state.other,
      'injection-apart': injected.startsMs.length,
    }),
  ]
  return {
    kind: state.kind,
    startsMs: drawn.startsMs,
    minutes: drawn.minutes,
    energyKwh: drawn.energyKwh,
    fromMs: period.fromMs,
    toMs: period.toMs,
    injectedKwh: injected.startsMs.length === 0 ? null : sumEnergy(injected),
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
