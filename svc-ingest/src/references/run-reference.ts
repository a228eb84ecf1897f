import type { ReferenceId } from '@hexawatt/shared/grid/feeds'
import { archivePayload, packPayload } from '../pipeline/payload-store.ts'
import { recordFailure, recordSuccess } from '../pipeline/source-status-store.ts'
import type { ReferenceDefinition, ReferenceDeps, ReferenceSync } from './reference.ts'

/** One synchronisation of a reference, its payloads archived and its outcome noted. @throws UpstreamError after noting the failure */
export async function runReference(
  deps: ReferenceDeps,
  reference: ReferenceDefinition,
  signal?: AbortSignal,
): Promise<ReferenceSync> {
  const { sql, clock } = deps
  try {
    const sync = await reference.synchronise(deps, signal)
    await archiveAll(deps, reference.id, sync.bodies)
    await recordSuccess(sql, reference.id, clock.now(), null, sync.origin)
    return sync
  } catch (error) {
    await recordFailure(sql, reference.id, clock.now(), error instanceof Error ? error.message : 'unknown failure')
    throw error
  }
}

async function archiveAll(deps: ReferenceDeps, source: ReferenceId, bodies: readonly Uint8Array[]): Promise<void> {
  const fetchedAt = deps.clock.now()
  await deps.partitions.ensure('raw_payloads', [fetchedAt])
  for (const body of bodies) {
    const packed = await packPayload(body)
    await deps.sql.begin((tx) => archivePayload(tx, { source, asked: '' }, packed, fetchedAt))
  }
}
