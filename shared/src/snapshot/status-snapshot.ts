import { StatusResponse } from '../contract/status.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** Freshness of every source, as svc-ingest writes it and the gateway serves it. */
export const statusSnapshot: SnapshotKind<StatusResponse> = { name: 'status', schemaVersion: 1, schema: StatusResponse }
