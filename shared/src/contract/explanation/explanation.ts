import * as v from 'valibot'
import { feedIds } from '../../grid/feeds.ts'
import { publisherIds } from '../../grid/publishers.ts'
import { described, RequestedTimestamp, UtcTimestamp } from '../values/fields.ts'
import { MethodologyVersionSet } from '../values/versions.ts'
import { ExplainedCarbon } from './explained-carbon.ts'
import { ExplainedHour } from './explained-imports.ts'
import { ExplainedScore } from './explained-score.ts'

export const ExplainedPayload = described(
  v.strictObject({
    feed: described(v.picklist(feedIds), 'Feed of the rows.'),
    payloadId: described(
      v.pipe(v.number(), v.safeInteger()),
      'Number of the archived payload; bun run feeds payload prints it as the publisher sent it.',
    ),
    publisher: described(v.picklist(publisherIds), 'Publisher of the payload.'),
    knownFrom: described(UtcTimestamp, 'When the newest of the rows became known, UTC.'),
  }),
  'An archived payload behind the shown figures.',
)

/** Everything behind the figures of a point or of now, without the hour with its imports. */
export const ExplainedPoint = described(
  v.strictObject({
    at: described(
      RequestedTimestamp,
      'Requested instant, UTC; without the parameter at, the instant of the calculation.',
    ),
    computedFor: described(
      UtcTimestamp,
      'Instant for which the figures were computed, UTC: the tick of the stored point, or at.',
    ),
    provenance: described(
      v.picklist(['snapshot', 'live', 'backfilled']),
      'snapshot: the figures of now; live: a point stored at its tick; backfilled: a point that was computed later, from stored source data.',
    ),
    methodologyVersions: MethodologyVersionSet,
    carbon: described(
      v.nullable(ExplainedCarbon),
      'Both carbon intensities. Null when no complete hour was recent enough: see carbonMissing.',
    ),
    carbonMissing: described(v.nullable(v.string()), 'Why carbon is null. Null when it is not.'),
    score: described(
      v.nullable(ExplainedScore),
      'The score under the national weighting. Null when no reliable score exists: see scoreMissing.',
    ),
    scoreMissing: described(v.nullable(v.string()), 'Why score is null. Null when it is not.'),
    payloads: described(v.array(ExplainedPayload), 'Payloads of the rows behind the shown inputs, by feed.'),
  }),
  'Everything from which both intensities of a point and its score can be computed by hand.',
)
export type ExplainedPoint = v.InferOutput<typeof ExplainedPoint>

/** Body of `GET /v1/carbon/explain` (docs/develop/decisions.md#explanations). */
export const CarbonExplainResponse = described(
  v.strictObject({
    ...ExplainedPoint.entries,
    consumption: described(
      v.nullable(ExplainedHour),
      'The hour that /v1/carbon/consumption answers for the same at, which usually differs from carbon.slotStart. Null when it cannot be explained: see consumptionMissing.',
    ),
    consumptionMissing: described(v.nullable(v.string()), 'Why consumption is null. Null when it is not.'),
  }),
  'Everything from which the intensities and the score of an instant can be computed by hand.',
)
export type CarbonExplainResponse = v.InferOutput<typeof CarbonExplainResponse>
