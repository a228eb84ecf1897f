import type { Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { PayloadArchive } from '../../archive/payload-archive.ts'
import { isReplaced, type PriceVersion } from '../../references/price-versions.ts'
import {
  listPricePayloads,
  readPriceVersions,
  type StoredPriceVersion,
} from '../../references/regulated-price-store.ts'
import { regulatedPrices } from '../../sources/cre/regulated-prices.ts'
import type { RegulatedOption, RegulatedPrice } from '../../sources/definition/content.ts'

/** The audit of the regulated prices. */
export type PriceAudit = {
  versions: number
  payloads: number
  /** What no archived file proves, and what a file has that is not stored, a line each. */
  differences: string[]
  /** Rows of the newest file of each option that are left out, with the reason. */
  leftOut: string[]
}

/** A file of the archive as its reader reads it. */
type ReadFile = {
  id: string
  option: RegulatedOption
  prices: readonly RegulatedPrice[]
  reasons: readonly string[]
  firstFetchedAt: Temporal.Instant
}

/** Files that are in memory at once; each has some kilobytes. */
const filesAtOnce = 50

/**
 * Proves every stored version of the regulated prices from the archived file that it names, and that no row of any archived file is missing among the versions.
 *
 * @throws UpstreamError when object storage does not answer
 */
export async function auditPrices({ sql, archive }: { sql: Sql; archive: PayloadArchive }): Promise<PriceAudit> {
  const stored = await readPriceVersions(sql)
  const ids = await listPricePayloads(sql)
  const { files, faults } = await readFiles(archive, [
    ...new Set([...ids, ...stored.map(({ payloadId }) => payloadId)]),
  ])
  const unproven = stored.flatMap((version) => {
    const reason = findDoubt(version, files.get(version.payloadId))
    return reason === null ? [] : [`${describe(version)}: ${reason}`]
  })
  const known = new Set(stored.map((version) => contentOf(version.option, version)))
  const missing = [...files.values()].flatMap(({ id, option, prices }) =>
    prices
      .filter((price) => !known.has(contentOf(option, price)))
      .map(
        ({ subscribedKva, from }) => `${option} of ${subscribedKva} kVA from ${from}: not stored, payload ${id} has it`,
      ),
  )
  const newest = new Map([...files.values()].map((file) => [file.option, file]))
  return {
    versions: stored.length,
    payloads: files.size,
    differences: [...faults, ...unproven, ...missing],
    leftOut: [...newest.values()].flatMap(({ id, reasons }) => reasons.map((reason) => `payload ${id}: ${reason}`)),
  }
}

/** The files of these payloads by id, oldest first, and why others prove nothing. */
async function readFiles(
  archive: PayloadArchive,
  ids: readonly string[],
): Promise<{ files: ReadonlyMap<string, ReadFile>; faults: string[] }> {
  const files = new Map<string, ReadFile>()
  const faults: string[] = []
  for (let at = 0; at < ids.length; at += filesAtOnce) {
    const part = ids.slice(at, at + filesAtOnce)
    const found = await archive.read(part)
    for (const id of part) {
      const payload = found.get(id)
      if (payload === undefined) faults.push(`payload ${id} is not in the archive`)
      else if (payload.content.kind === 'fault') faults.push(`payload ${id} ${payload.content.reason}`)
      else {
        const query = Object.fromEntries(new URLSearchParams(payload.payload.asked))
        const { reference } = regulatedPrices.read({ body: payload.content.body, query })
        if (reference?.table.kind !== 'regulated prices') continue
        const { option, prices } = reference.table
        files.set(id, {
          id,
          option,
          prices,
          reasons: reference.reasons,
          firstFetchedAt: payload.payload.firstFetchedAt,
        })
      }
    }
  }
  return { files, faults }
}

/** Why a file does not prove a version; null when it does. */
function findDoubt(version: StoredPriceVersion, file: ReadFile | undefined): string | null {
  const { option, subscribedKva, from, knownFrom, payloadId } = version
  // A fault of the payload is named once, for all of its versions.
  if (file === undefined) return `payload ${payloadId} proves nothing`
  if (file.option !== option) return `payload ${payloadId} is the file of ${file.option}`
  if (Temporal.Instant.compare(knownFrom, file.firstFetchedAt) < 0)
    return `stored as known from ${isoSeconds(knownFrom)}, payload ${payloadId} was first fetched at ${isoSeconds(file.firstFetchedAt)}`
  const row = file.prices.find((price) => price.subscribedKva === subscribedKva && price.from === from)
  if (version.eurPerKwh === null) {
    return row === undefined && isReplaced(version, file.prices) ? null : `payload ${payloadId} does not withdraw it`
  }
  if (row === undefined) return `payload ${payloadId} has no such row`
  if (contentOf(option, row) === contentOf(option, version)) return null
  return `stored ${formatPrices(version)}, payload ${payloadId} has ${formatPrices(row)}`
}

/** Content of a row, the same for equal ones whatever the order of its periods. */
function contentOf(option: RegulatedOption, { subscribedKva, from, to, eurPerMonth, eurPerKwh }: PriceVersion): string {
  const prices = eurPerKwh && Object.entries(eurPerKwh).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([option, subscribedKva, from, to, eurPerMonth, prices])
}

const describe = ({ option, subscribedKva, from, knownFrom }: StoredPriceVersion): string =>
  `${option} of ${subscribedKva} kVA from ${from}, known from ${isoSeconds(knownFrom)}`

function formatPrices({ to, eurPerMonth, eurPerKwh }: PriceVersion): string {
  const prices = Object.entries(eurPerKwh ?? {}).map(([period, price]) => `${period} ${price}`)
  return `${prices.join(' ')}, ${eurPerMonth ?? 'no'} EUR a month, until ${to ?? 'further notice'}`
}
