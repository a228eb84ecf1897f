import * as v from 'valibot'
import { dataModes, sourceIds } from '../grid/feeds.ts'
import { sourceNames } from '../grid/publishers.ts'
import { described, Int32, UtcTimestamp } from './values/fields.ts'

/** Freshness of one source. `demo` = the values are invented by the demo generator; `note` says how they were derived. */
export const SourceStatus = described(
  v.strictObject({
    id: described(v.picklist(sourceIds), 'Name of the source.'),
    lastSuccess: described(
      v.nullable(UtcTimestamp),
      'When it was last read successfully, UTC; null when it never was.',
    ),
    source: described(
      v.nullable(v.picklist(sourceNames)),
      'Who gave its newest values; null when no source has yet. Not the operator (`rte`): an open source that stands in for it, or open mode.',
    ),
    licence: described(
      v.nullable(v.string()),
      'Licence of these values; null where no terms are stated, and without a source.',
    ),
    newestSlot: described(v.nullable(UtcTimestamp), 'End of the newest slot that it has given, UTC.'),
    lagMinutes: described(v.nullable(Int32), 'Minutes from newestSlot to generatedAt; negative for forecasts.'),
    expectedNext: described(v.nullable(UtcTimestamp), 'When its next values are expected, UTC.'),
    consecutiveFailures: described(
      Int32,
      'Readings that failed since the last success; in open mode those of the open source that gives it.',
    ),
    demo: described(v.boolean(), 'True when its values are invented by the demo generator.'),
    note: described(v.nullable(v.string()), 'How the values were derived, where that is not plain.'),
  }),
  'Freshness of one source.',
)
export type SourceStatus = v.InferOutput<typeof SourceStatus>

/** Body of `GET /api/status` (no key). `generatedAt` is the data's clock, which a replay sets to another instant. */
export const StatusResponse = described(
  v.strictObject({
    mode: described(
      v.picklist(dataModes),
      'Kind of data: of the operator’s API, of open sources, invented, or recorded.',
    ),
    generatedAt: described(UtcTimestamp, 'Instant of the data’s clock, UTC; a replay sets it to the past.'),
    sources: described(v.array(SourceStatus), 'Every source.'),
  }),
  'Freshness of every source.',
)
export type StatusResponse = v.InferOutput<typeof StatusResponse>
