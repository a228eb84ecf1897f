import { minuteMs } from '../../../../time/instant.ts'

/** Steps of meters: each divides the hour. */
export const isMeterStep = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= 1 && minutes <= 60 && 60 % minutes === 0

export const minutesOfDay = 1440

/** Equal differences in a row from which a longer step than the usual one is believed; fewer are a gap. */
const longerRun = 3
/** The same for a shorter step: rows that lie closer than the usual step cannot be a gap. */
const shorterRun = 2

/** The most frequent of some differences in minutes, the smallest of equally frequent ones; 0 if there is none. */
function findMostFrequent(differences: Iterable<number>): number {
  const counts = new Map<number, number>()
  let best = 0
  for (const difference of differences) {
    if (!(difference > 0)) continue
    const count = (counts.get(difference) ?? 0) + 1
    // Stamps at random would make as many counts as rows.
    if (counts.size < 10_000 || counts.has(difference)) counts.set(difference, count)
    const most = counts.get(best) ?? 0
    if (count > most || (count === most && difference < best)) best = difference
  }
  return best
}

/** Length of the run of equal values around each position. */
function measureRuns(values: Float64Array): Uint32Array {
  const runs = new Uint32Array(values.length)
  let from = 0
  for (let index = 1; index <= values.length; index += 1) {
    if (index < values.length && values[index] === values[from]) continue
    runs.fill(index - from, from, index)
    from = index
  }
  return runs
}

/** Gives every 0 the value of its neighbour on one side. */
function fillFromNeighbours(minutes: Uint16Array, isFromNext: boolean): void {
  const count = minutes.length
  for (let position = 1; position < count; position += 1) {
    const index = isFromNext ? count - 1 - position : position
    if (minutes[index] === 0) minutes[index] = minutes[isFromNext ? index + 1 : index - 1] ?? 0
  }
}

/** The step that most rows have; the most frequent difference of all if that is none of a meter. */
function findUsual(differences: Float64Array): number {
  const most = findMostFrequent(differences)
  if (isMeterStep(most) || most >= minutesOfDay) return most
  // Rows at odd instants must not hide the step of the others; values of days must not pass for hours with gaps.
  return findMostFrequent(differences.filter((difference) => isMeterStep(difference))) || most
}

/**
 * Derives the length of steps from the distance between their time stamps, in place: the usual one, or another one where
 * it holds for several rows in a row, since the step may change within a file.
 *
 * @param stampsMs ascending, without repeats
 * @param minutes 0 where the row does not state its step
 * @param stated step that the file states for all rows; 0 if it states none
 * @returns the usual step that was derived; 0 if the file stated it
 */
export function deriveMinutes(
  stampsMs: Float64Array,
  minutes: Uint16Array,
  isEndStamped: boolean,
  stated: number,
): number {
  if (!minutes.includes(0)) return 0
  const count = stampsMs.length
  const differences = new Float64Array(count)
  for (let index = 1; index < count; index += 1) {
    const difference = ((stampsMs[index] ?? 0) - (stampsMs[index - 1] ?? 0)) / minuteMs
    differences[isEndStamped ? index : index - 1] = difference
  }
  const usual = isMeterStep(stated) ? stated : findUsual(differences)
  if (!isMeterStep(usual)) return usual
  const runs = measureRuns(differences)
  for (let index = 0; index < count; index += 1) {
    const difference = differences[index] ?? 0
    if (minutes[index] !== 0 || !isMeterStep(difference)) continue
    const enough = difference === usual ? 1 : difference > usual ? longerRun : shorterRun
    if ((runs[index] ?? 0) >= enough) minutes[index] = difference
  }
  // The first row after a gap has the step of the row behind it, the last one before a gap that of the row before it.
  fillFromNeighbours(minutes, isEndStamped)
  fillFromNeighbours(minutes, !isEndStamped)
  if (minutes[0] === 0) minutes.fill(usual)
  return usual === stated ? 0 : usual
}
