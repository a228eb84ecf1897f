import type { ChartAnswer, Series } from './answer.ts'

/** Whether the value of a border in a slot is published, only padding, or `absent`: nothing of the whole slot is published. */
type Publication = 'published' | 'padded' | 'absent'
type PublicationOf = (border: Series, slotIndex: number) => Publication

/**
 * Returns the check whether a value is published. The publisher fills slots that it does not have yet with 0, and publishes some borders later than others.
 *
 * - Absent is a slot that is later than the publisher says to have, or in which every border is 0.
 * - Padded is a 0 after the last other value of its border, up to `maxLateHours` before the newest slot in which another border moves.
 *
 * A 0 between two other values of its border is published. So is the older part of a long idle time: a cable that is out of service for days counts as 0 after
 * `maxLateHours`.
 *
 * @param maxLateHours how much later than the others a border may be published
 */
export function createPublicationCheck(
  { starts, availableUntil }: ChartAnswer,
  borders: readonly Series[],
  maxLateHours: number,
): PublicationOf {
  const isOffered = (start: Temporal.Instant) =>
    availableUntil === null || Temporal.Instant.compare(start, availableUntil) <= 0
  const lastMoving = new Map(
    borders.map((border) => [
      border,
      starts.findLastIndex((start, index) => isOffered(start) && isMoving(border.values[index])),
    ]),
  )
  const newestMoving = starts[Math.max(-1, ...lastMoving.values())]
  const paddedFrom = newestMoving?.subtract({ hours: maxLateHours })
  return (border, index) => {
    const start = starts[index]
    if (start === undefined || !isOffered(start) || !borders.some(({ values }) => isMoving(values[index])))
      return 'absent'
    const isTrailing = index > (lastMoving.get(border) ?? -1)
    const isOld = paddedFrom === undefined || Temporal.Instant.compare(start, paddedFrom) < 0
    return isTrailing && !isOld ? 'padded' : 'published'
  }
}

function isMoving(value: number | null | undefined): boolean {
  return value !== null && value !== undefined && value !== 0
}
