import type { ContractVersion } from '@hexawatt/shared/contract/planning/contracts'
import { type DataMode, isRealMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { contractsSnapshot } from '@hexawatt/shared/snapshot/contracts'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { priceFiles } from '../sources/cre/price-files.ts'
import type { RegulatedPrice } from '../sources/definition/content.ts'
import { buildOfficialContract } from './official-contracts.ts'
import { readNewestPrices } from './regulated-price-store.ts'

/** Redis forgets a snapshot after a day: it is written again long before. */
const writtenEveryMs = hourMs

type ContractsDeps = { sql: Sql; snapshots: SnapshotWriter; clock: Clock; mode: DataMode }

/** Note of invented prices: they have the form of official ones. */
const inventedNote = 'Demo data: no regulator has published these figures, and the subscriptions are made up.'

/**
 * Makes the refresh of the regulated contracts: written when a price has changed, and once an hour with the instant of that change, so that readers keep what they
 * made of it. Nothing is written before the first price is known.
 */
export function createContractsRefresh(): (deps: ContractsDeps) => Promise<void> {
  let written: { text: string; changedAt: Temporal.Instant; atMs: number } | null = null

  return async function refreshContracts({ sql, snapshots, clock, mode }) {
    const now = clock.now()
    const contracts = await readOfficialContracts(sql, now, isRealMode(mode) ? null : inventedNote)
    if (contracts.length === 0) return
    const text = JSON.stringify(contracts)
    const changedAt = written?.text === text ? written.changedAt : now
    if (changedAt !== now && now.epochMilliseconds - (written?.atMs ?? 0) < writtenEveryMs) return
    await snapshots.write(contractsSnapshot, { computedAt: isoSeconds(changedAt), contracts }, changedAt)
    written = { text, changedAt, atMs: now.epochMilliseconds }
  }
}

/** Every version of the regulated contracts as known at an instant; none before a file was read. */
async function readOfficialContracts(sql: Sql, now: Temporal.Instant, note: string | null): Promise<ContractVersion[]> {
  const known = await readNewestPrices(sql, now)
  return priceFiles.flatMap(({ option }) => {
    const prices = known.flatMap(({ option: ofRow, eurPerKwh, ...price }): RegulatedPrice[] =>
      ofRow === option && eurPerKwh !== null ? [{ ...price, eurPerKwh }] : [],
    )
    return buildOfficialContract(option, prices, note)
  })
}
