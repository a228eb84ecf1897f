import type { ContractVersion } from '../../contract/planning/contracts.ts'

/**
 * The shipped contracts with the versions of the regulator's files in place of their own, id by id, sorted by day within an id. A shipped version counts
 * only on days that the files do not cover: before their first version, in a gap that a refused row left, and after their newest one. The newest version
 * of a file has no end; a shipped version that begins later ends it, because a file can lag a decision by days.
 *
 * @param official versions of the regulator's files; an id without any keeps the shipped ones
 */
export function mergeContracts(
  shipped: readonly ContractVersion[],
  official: readonly ContractVersion[],
): ContractVersion[] {
  const ids = [...new Set([...shipped, ...official].map(({ id }) => id))]
  return ids.flatMap((id) =>
    mergeVersions(
      shipped.filter((version) => version.id === id),
      official.filter((version) => version.id === id).toSorted(byFirstDay),
    ).toSorted(byFirstDay),
  )
}

function mergeVersions(shipped: readonly ContractVersion[], official: readonly ContractVersion[]): ContractVersion[] {
  const [first] = official
  if (first === undefined) return [...shipped]
  const before = shipped.flatMap((version) => clip(version, version.from, first.from))
  const after = official.flatMap((version, index) => {
    const next = official[index + 1]?.from ?? null
    const later = shipped.filter(({ from }) => from > version.from && (next === null || from < next))
    const end = findEarlier(version.to, next) ?? findFirstDay(later)
    // A shipped version that begins no later than this one has prices that this one replaced.
    return [...clip(version, version.from, end), ...(end === null ? [] : later.flatMap((one) => clip(one, end, next)))]
  })
  return [...before, ...after]
}

/** The part of a version from one day up to another one; nothing where that is empty. */
function clip(version: ContractVersion, first: string, end: string | null): ContractVersion[] {
  const from = version.from > first ? version.from : first
  const to = findEarlier(version.to, end)
  return to !== null && to <= from ? [] : [{ ...version, from, to }]
}

/** The earlier of two days; null = never. */
function findEarlier(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other < one) ? other : one
}

function findFirstDay(versions: readonly ContractVersion[]): string | null {
  return versions.toSorted(byFirstDay)[0]?.from ?? null
}

function byFirstDay(one: ContractVersion, other: ContractVersion): number {
  return one.from < other.from ? -1 : Number(one.from > other.from)
}
