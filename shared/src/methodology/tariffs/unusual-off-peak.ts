import { type GivenHours, measureHours } from '../../contract/query/given-hours.ts'

/** Minutes of off-peak hours that nearly every French contract has a day. */
const usualMinutes = 8 * 60

/** Off-peak hours that a household is to check on its contract. */
export type UnusualOffPeak = {
  isOverlapping: boolean
  hasEmptyRange: boolean
  /** Minutes a day where they are not eight hours, by the season; `winter` is null where the hours are the same all year. */
  minutes: { summer: number; winter: number | null } | null
}

/**
 * What is unusual about off-peak hours. A contract may be so: they are calculated with as they are given.
 *
 * @param winter null where the hours are the same all year
 * @returns null where nothing is
 */
export function findUnusualOffPeak(summer: GivenHours, winter: GivenHours | null): UnusualOffPeak | null {
  const seasons = winter === null ? [summer] : [summer, winter]
  const measured = seasons.map(({ ranges }) => measureHours(ranges))
  const minutes = { summer: measured[0]?.coveredMinutes ?? 0, winter: measured[1]?.coveredMinutes ?? null }
  const isUsual = measured.every(({ coveredMinutes }) => coveredMinutes === usualMinutes)
  const unusual = {
    isOverlapping: measured.some(({ isOverlapping }) => isOverlapping),
    hasEmptyRange: seasons.some(({ hasEmptyRange }) => hasEmptyRange),
    minutes: isUsual ? null : minutes,
  }
  return unusual.isOverlapping || unusual.hasEmptyRange || unusual.minutes !== null ? unusual : null
}
