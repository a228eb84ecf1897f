import * as v from 'valibot'
import { dataModes, sourceIds } from '../grid/feeds.ts'
import { Int32, UtcTimestamp } from './fields.ts'

/** Freshness of one source. `demo` = the values are invented by the demo generator; `note` says how they were derived. */
export const SourceStatus = v.strictObject({
  id: v.picklist(sourceIds),
  lastSuccess: v.nullable(UtcTimestamp),
  newestSlot: v.nullable(UtcTimestamp),
  lagMinutes: v.nullable(Int32),
  expectedNext: v.nullable(UtcTimestamp),
  consecutiveFailures: Int32,
  demo: v.boolean(),
  note: v.nullable(v.string()),
})
export type SourceStatus = v.InferOutput<typeof SourceStatus>

/** Body of `GET /api/status` (no key). `generatedAt` is the data's clock, which a replay sets to another instant. */
export const StatusResponse = v.strictObject({
  mode: v.picklist(dataModes),
  generatedAt: UtcTimestamp,
  sources: v.array(SourceStatus),
})
export type StatusResponse = v.InferOutput<typeof StatusResponse>
