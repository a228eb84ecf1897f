import { assessCarbon, type CarbonAssessment } from '@hexawatt/shared/methodology/carbon-assessment'
import { carbonSpan, isLate } from '../compute/carbon-rows.ts'
import type { StoredValue } from '../compute/slot-value-store.ts'
import { readCountryIntensities } from '../references/country-intensities/country-intensity-store.ts'
import { readFactorSet, type StoredFactorSet } from '../references/emission-factors/factor-set-store.ts'
import type { AuditDeps } from './audit-deps.ts'
import type { KnowledgeRule } from './knowledge-rule.ts'
import { knownValues } from './known-values.ts'

export type KnownCarbon = {
  generationMix15min: StoredValue[]
  factorSet: StoredFactorSet | null
  hasCountryIntensities: boolean
  assessment: CarbonAssessment | null
  findings: string[]
}

/**
 * The newest complete hour from what the payloads give. The quarter-hourly mix is read only where the hourly feed is behind, as the
 * methodology has it: its rows are then part of the point.
 */
export async function knownCarbon(
  deps: AuditDeps,
  feeds: { generationByType: StoredValue[]; physicalFlows: StoredValue[] },
  rule: KnowledgeRule,
  at: Temporal.Instant,
): Promise<KnownCarbon> {
  const [factorSet, countryIntensities] = await Promise.all([
    readFactorSet(deps.sql, at),
    readCountryIntensities(deps.sql, at),
  ])
  const assess = (generationMix15min: StoredValue[]) =>
    factorSet === null ? null : assessCarbon({ ...feeds, generationMix15min, factorSet, countryIntensities }, at)
  const references = { factorSet, hasCountryIntensities: countryIntensities.length > 0 }
  const assessment = assess([])
  if (assessment !== null && !isLate(assessment, at)) {
    return { ...references, generationMix15min: [], assessment, findings: [] }
  }
  const { values, findings } = await knownValues(deps, { feed: 'generation_mix_15min', ...carbonSpan(at) }, rule)
  return { ...references, generationMix15min: values, assessment: assess(values), findings }
}
