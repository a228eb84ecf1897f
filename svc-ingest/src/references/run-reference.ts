import { recordFailure, recordSuccess } from '../pipeline/source-status-store.ts'
import type { ReferenceDefinition, ReferenceDeps, ReferenceSync } from './reference.ts'

/** One synchronisation of a reference, its outcome noted. @throws UpstreamError after noting the failure */
export async function runReference(
  deps: ReferenceDeps,
  reference: ReferenceDefinition,
  signal?: AbortSignal,
): Promise<ReferenceSync> {
  const { sql, clock } = deps
  try {
    const sync = await reference.synchronise(deps, signal)
    await recordSuccess(sql, reference.id, clock.now(), null, sync.origin)
    return sync
  } catch (error) {
    await recordFailure(sql, reference.id, clock.now(), error instanceof Error ? error.message : 'unknown failure')
    throw error
  }
}
