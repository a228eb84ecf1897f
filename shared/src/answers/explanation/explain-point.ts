import type { ExplainedPoint } from '../../contract/explanation/explanation.ts'
import { createMethodologyVersions } from '../../methodology/versions.ts'
import type { PointComputation } from '../../stored-points/recompute-point.ts'
import { formatIsoExact, isoSeconds } from '../../time/instant.ts'
import { explainCarbon } from './explain-carbon.ts'
import { explainScore } from './explain-score.ts'
import { listPayloads } from './list-payloads.ts'

/**
 * Everything from which the figures of a computation can be computed by hand, as served.
 *
 * @param asked the requested instant
 */
export function explainPoint(
  computation: PointComputation,
  provenance: ExplainedPoint['provenance'],
  asked: Temporal.Instant = computation.at,
): ExplainedPoint {
  const { at, carbonRows, versions } = computation
  const { carbon, carbonMissing } = explainCarbon(computation)
  const score = explainScore(computation)
  const importBasis = carbon === null ? null : (carbonRows.assessment?.importBasis ?? null)
  return {
    at: formatIsoExact(asked),
    computedFor: isoSeconds(at),
    provenance,
    methodologyVersions: createMethodologyVersions(importBasis, versions),
    carbon,
    carbonMissing,
    score,
    scoreMissing: null,
    payloads: listPayloads(computation, { carbon, score }),
  }
}
