import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { readScoreRows } from '@hexawatt/shared/methodology/score/read-score-rows'
import { inputRecord } from '../points/input-record.ts'
import { type ScorePoint, scorePoint } from '../points/score-point.ts'
import { createArchiveSource } from './archive-source.ts'
import type { AsOfRule } from './as-of-rule.ts'
import type { AuditDeps } from './audit-deps.ts'
import type { StoredPoint } from './stored-point-store.ts'

/** A point from the archived payloads, and what they say against what is stored. */
export type Recomputed = { point: ScorePoint; findings: string[]; notes: string[] }

/** Computes a point anew from archived payloads, by the pipeline's readers and the methodology's functions. */
export async function recomputePoint(deps: AuditDeps, stored: StoredPoint, rule: AsOfRule): Promise<Recomputed> {
  const { at } = stored
  const archive = createArchiveSource(deps, stored, rule)
  const { rows, originsByFeed, factorSetId } = await readScoreRows(archive.source, at)
  const inputs = assembleScoreInputs(rows, at)
  const sources = { assessment: rows.carbon, factorSetId, inputs: inputRecord(originsByFeed, inputs) }
  return { point: scorePoint(inputs, sources, at), findings: archive.findings(), notes: archive.notes() }
}
