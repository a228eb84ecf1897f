import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { assembleScoreInputs, type ScoreRows } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { OutageMessage } from '@hexawatt/shared/methodology/score/outages'
import * as v from 'valibot'
import { type InputOrigin, inputRecord } from '../compute/input-record.ts'
import { type ScorePoint, scorePoint } from '../compute/score-point.ts'
import { outageSpan } from '../compute/score-rows.ts'
import type { StoredValue } from '../compute/slot-value-store.ts'
import type { AuditDeps } from './audit-deps.ts'
import type { KnowledgeRule } from './knowledge-rule.ts'
import { type KnownCarbon, knownCarbon } from './known-carbon.ts'
import { type KnownDocuments, knownDocuments } from './known-documents.ts'
import { type KnownReceived, knownReceived } from './known-received.ts'
import { knownValues } from './known-values.ts'
import { type ValueFeed, valueFeeds, valueSpans } from './point-spans.ts'
import type { StoredPoint } from './stored-point-store.ts'

/** A point from the archived payloads, and what they say against what is stored. */
export type Recomputed = { point: ScorePoint; findings: string[]; notes: string[] }

type KnownByFeed = Record<ValueFeed, StoredValue[]>

/** Computes a point anew from archived payloads, by the pipeline's readers and the methodology's functions. */
export async function recomputePoint(deps: AuditDeps, stored: StoredPoint, rule: KnowledgeRule): Promise<Recomputed> {
  const { at } = stored
  const { values, findings } = await valuesByFeed(deps, rule, at)
  const carbon = await knownCarbon(
    deps,
    { generationByType: values.generation_by_type, physicalFlows: values.physical_flows },
    rule,
    at,
  )
  const outages = await knownDocuments(deps, { feed: 'generation_unavailabilities', ...outageSpan(at) }, rule)
  const received = await knownReceived(deps, phiOf(stored), rule, at)
  const inputs = assembleScoreInputs(scoreRows(values, carbon, outages, received), at)
  const record = inputRecord(originsOf(values, carbon, outages), inputs)
  const sources = { assessment: carbon.assessment, factorSetId: carbon.factorSet?.id ?? null, inputs: record }
  return {
    point: scorePoint(inputs, sources, at),
    findings: [...new Set([...findings, ...carbon.findings, ...outages.findings, ...received.findings])],
    notes: received.notes,
  }
}

async function valuesByFeed(
  deps: AuditDeps,
  rule: KnowledgeRule,
  at: Temporal.Instant,
): Promise<{ values: KnownByFeed; findings: string[] }> {
  const spans = valueSpans(at)
  const known: [ValueFeed, StoredValue[]][] = []
  const findings: string[] = []
  for (const feed of valueFeeds) {
    const ofFeed = await knownValues(deps, spans[feed], rule)
    known.push([feed, ofFeed.values])
    findings.push(...ofFeed.findings)
  }
  return { values: Object.fromEntries(known) as KnownByFeed, findings }
}

function phiOf({ inputs }: StoredPoint): Partial<Record<FeedId, number>> {
  return Object.fromEntries(Object.entries(inputs).map(([feed, { phi }]) => [feed, phi]))
}

function scoreRows(
  values: KnownByFeed,
  carbon: KnownCarbon,
  outages: KnownDocuments,
  { received }: KnownReceived,
): ScoreRows {
  return {
    carbon: carbon.assessment,
    generationByType: values.generation_by_type,
    powerExchanges: values.power_exchanges,
    gridSignals: values.grid_signals,
    imbalance: values.imbalance,
    consumption: values.consumption,
    consumptionWeekly: values.consumption_weekly,
    generationForecast: values.generation_forecast,
    installedCapacities: values.installed_capacities,
    unavailabilities: outages.documents.map(({ key, body }) => ({ key, message: v.parse(OutageMessage, body) })),
    factorSet: carbon.factorSet,
    hasCountryIntensities: carbon.hasCountryIntensities,
    received,
  }
}

function originsOf(
  values: KnownByFeed,
  carbon: KnownCarbon,
  outages: KnownDocuments,
): Partial<Record<FeedId, readonly InputOrigin[]>> {
  return {
    ...values,
    generation_mix_15min: carbon.generationMix15min,
    generation_unavailabilities: outages.documents,
  }
}
