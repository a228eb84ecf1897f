import type { Sql } from '../postgres/client.ts'
import { buildRowName, type SnapshotKind } from './snapshot-store.ts'

/**
 * Makes the condition that the snapshots which a program serves are stored in the schema version that it reads. In an upgrade svc-ingest writes them
 * first; where none was ever written, in no version, there is nothing to wait for. Once it is met it stays so, and costs no query.
 *
 * @returns function that gives null, or which snapshots are missing; it rejects while Postgres does not answer
 */
export function createSnapshotsCondition(
  sql: Sql,
  kinds: readonly Pick<SnapshotKind<unknown>, 'name' | 'schemaVersion'>[],
): () => Promise<string | null> {
  let isMet = false
  return async function missingSnapshots() {
    if (isMet) return null
    const stored = (await sql<{ name: string }[]>`select name from live_snapshots`).map(({ name }) => name)
    const missing = kinds.filter(
      (kind) =>
        !stored.includes(buildRowName(kind)) && stored.some((name) => createVersionPattern(kind.name).test(name)),
    )
    isMet = missing.length === 0
    return isMet ? null : `svc-ingest of this version has not written ${missing.map(buildRowName).join(', ')}`
  }
}

const createVersionPattern = (name: string): RegExp => new RegExp(`^${name}_v\\d+$`)
