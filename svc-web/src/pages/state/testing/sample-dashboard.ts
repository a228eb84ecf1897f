import type { DashboardResponse, DashboardSource } from '@hexawatt/shared/contract/dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import * as v from 'valibot'

const recorded = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)

/** 19:20 in Paris on 3 February 2026, a working day of winter. */
export const computedAt = recorded.generatedAt

/** A source as the dashboard lists it: on time, unless something else is given. */
export function sampleSource(id: FeedId, others: Partial<DashboardSource> = {}): DashboardSource {
  return {
    ...{ id, source: 'rte', availabilityPct: 100, confidenceWeight: feedFacts[id].confidenceWeight },
    ...{ lastSuccess: computedAt, newestSlot: '2026-02-03T17:00:00Z', expectedNext: '2026-02-03T18:30:00Z' },
    ...others,
  }
}

/** A live dashboard with all of its sources, of which some differ. */
export function sampleDashboard(
  others: Partial<DashboardResponse> = {},
  sources: Partial<Record<FeedId, Partial<DashboardSource>>> = {},
): DashboardResponse {
  return {
    ...recorded,
    ...{ mode: 'live', incidents: [], history: null },
    sources: feedIds.map((id) => sampleSource(id, sources[id])),
    ...others,
  }
}

/** A text as the page shows it, with plain spaces. */
export const toPlainText = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\u00a0\u202f\s]+/g, ' ')
    .trim()
