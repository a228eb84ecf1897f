import type { RegulatedPrice } from '../sources/definition/content.ts'

/** A version of a row of the regulator; without prices it says that the row was withdrawn. */
export type PriceVersion = Omit<RegulatedPrice, 'eurPerKwh'> & { eurPerKwh: RegulatedPrice['eurPerKwh'] | null }

/**
 * Versions that a file of the regulator adds to what is known of its option: rows that are new or say something else. Rows that the file lacks stay known, so
 * that a shortened or outdated file takes nothing away, except where it gives its whole time to other rows.
 *
 * @param known the newest version of each row
 */
export function listNewVersions(known: readonly PriceVersion[], file: readonly RegulatedPrice[]): PriceVersion[] {
  const before = new Map(known.map((version) => [keyOf(version), version]))
  const inFile = new Set(file.map(keyOf))
  const changed = file.filter((price) => !Bun.deepEquals(before.get(keyOf(price)), price, true))
  const withdrawn = known.filter(
    (version) => version.eurPerKwh !== null && !inFile.has(keyOf(version)) && isReplaced(version, file),
  )
  return [...changed, ...withdrawn.map((version) => ({ ...version, eurPerMonth: null, eurPerKwh: null }))]
}

const keyOf = ({ subscribedKva, from }: Pick<PriceVersion, 'subscribedKva' | 'from'>) => `${subscribedKva} ${from}`

/**
 * Whether a file has other rows for every day of a row that it lacks. A later row must be among them: an outdated file, whose last row is still in force, has
 * none.
 */
export function isReplaced({ subscribedKva, from, to }: PriceVersion, file: readonly RegulatedPrice[]): boolean {
  const others = file
    .filter((price) => price.subscribedKva === subscribedKva)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
  if (!others.some((other) => other.from > from)) return false
  let covered = from
  for (const other of others) {
    if (other.from > covered) break
    if (other.to === null) return true
    if (other.to > covered) covered = other.to
  }
  return to !== null && covered >= to
}

/** The first day of the newest known prices, when a file has none from that day on; null when it has. */
export function findLostDay(known: readonly PriceVersion[], file: readonly RegulatedPrice[]): string | null {
  const newest = known
    .filter(({ eurPerKwh }) => eurPerKwh !== null)
    .map(({ from }) => from)
    .sort()
    .at(-1)
  return newest === undefined || file.some(({ from }) => from >= newest) ? null : newest
}
