import type { SourceId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId } from '@hexawatt/shared/grid/publishers'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { runInSpan, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { findFeed } from '../feeds/registry.ts'
import { takeDatasetTurn } from '../open/dataset-turn.ts'
import type { DatasetDeps } from '../open/poll-dataset.ts'
import { findDataset } from '../open/registry.ts'
import { createNewElementReport } from '../pipeline/new-elements.ts'
import { type PipelineDeps, runFeed } from '../pipeline/run-feed.ts'
import type { Stored } from '../pipeline/stored.ts'
import { type ReferenceDefinition, type ReferenceDeps, runReference } from '../references/reference.ts'
import type { RefreshDeps } from '../snapshots/refresh-deps.ts'
import { createLiveRefresh } from '../snapshots/refresh-live.ts'

type PollDeps = PipelineDeps &
  DatasetDeps &
  ReferenceDeps &
  RefreshDeps & { references: readonly ReferenceDefinition[]; metrics: Metrics; tracing: Tracing | null }

/** Time limit of a refresh, ms: every poll waits for it, so that one hanging query would stop all polls. */
const refreshTimeoutMs = 10_000

/**
 * Makes the poll of a source: runs the feed or reference, then recomputes the live snapshots, also after a failure (the status has
 * changed, and another feed may be the fallback).
 */
export function createPoller(deps: PollDeps) {
  const refreshSnapshots = createLiveRefresh(deps, refreshTimeoutMs)
  const polls = deps.metrics.counter('ingest_polls_total', 'Polls of a source by outcome', ['source', 'outcome'])
  const changedSlots = deps.metrics.counter('ingest_changed_slots_total', 'Slots that got a new version', ['source'])
  const refusedValues = deps.metrics.counter(
    'ingest_quarantined_values_total',
    'Implausible values that were quarantined',
    ['source'],
  )

  const elements = deps.metrics.counter(
    'ingest_payload_elements_total',
    'Values and documents in payloads by outcome: taken, or quarantined because they were unreadable or implausible',
    ['source', 'outcome'],
  )
  const contradictions = deps.metrics.counter(
    'ingest_publisher_contradictions_total',
    'Contradictions between figures of a publisher, by check; they are only counted, no value is refused because of them',
    ['source', 'check'],
  )
  const disagreements = deps.metrics.counter(
    'ingest_publisher_disagreements_total',
    'Values that two publishers give very differently',
    ['source'],
  )
  const reportNewElements = createNewElementReport(deps)

  function countElements(source: string, { taken, unreadable }: { taken: number; unreadable: number }): void {
    elements.inc({ source, outcome: 'taken' }, taken)
    elements.inc({ source, outcome: 'quarantined' }, unreadable)
  }

  function count(source: string, stored: Stored): void {
    reportNewElements(source, stored.newElements)
    changedSlots.inc({ source }, stored.changedSlots)
    refusedValues.inc({ source }, stored.quarantined)
    disagreements.inc({ source }, stored.disagreements)
    countElements(source, { taken: stored.taken, unreadable: stored.unreadable + stored.quarantined })
    for (const [check, found] of Object.entries(stored.contradictions)) contradictions.inc({ source, check }, found)
  }

  async function refreshLive(): Promise<void> {
    await runInSpan(deps.tracing, { name: 'refresh live snapshots', kind: 'internal' }, refreshSnapshots)
  }

  async function runSource(source: SourceId, signal?: AbortSignal): Promise<void> {
    const feed = findFeed(source)
    const reference = deps.references.find(({ id }) => id === source)
    if (feed !== undefined) {
      const { origin: _origin, ...ingest } = await runFeed(deps, feed, signal)
      count(source, ingest)
      deps.logger.info({ source, ...ingest }, 'stored')
      if (ingest.fault !== null) throw new UpstreamError('unusable', ingest.fault)
    } else if (reference !== undefined) {
      countElements(source, await runReference(deps, reference, signal))
    }
  }

  async function store(source: SourceId, signal?: AbortSignal): Promise<void> {
    try {
      await runSource(source, signal)
      polls.inc({ source, outcome: 'success' })
    } catch (error) {
      polls.inc({ source, outcome: 'failure' })
      throw error
    }
  }

  async function storeOpen(id: DatasetId, asked: 'turn' | 'now', signal?: AbortSignal): Promise<boolean> {
    const dataset = findDataset(id)
    if (dataset === undefined) return false
    try {
      const poll = await takeDatasetTurn({ ...deps, onPartStored: refreshLive }, dataset, asked, signal)
      if (poll === null) return false
      for (const [feed, stored] of poll.byFeed) count(feed, stored)
      const { answered, byFeed, changedRegionalRows, regionalRows, faults } = poll
      if (changedRegionalRows > 0) changedSlots.inc({ source: id }, changedRegionalRows)
      if (regionalRows.taken + regionalRows.unreadable > 0) countElements(id, regionalRows)
      deps.logger.info({ dataset: id, answered, feeds: Object.fromEntries(byFeed), changedRegionalRows }, 'stored')
      if (faults.length > 0) throw new UpstreamError('unusable', faults.join('; '))
      polls.inc({ source: id, outcome: 'success' })
      return true
    } catch (error) {
      polls.inc({ source: id, outcome: 'failure' })
      throw error
    }
  }

  return {
    refreshLive,
    /** Like {@link pollOpen}; snapshots stay as they are until {@link refreshLive}. */
    storeOpen,
    /** Polls a dataset of an open source, if one of its feeds needs it. @returns whether it was asked @throws UpstreamError */
    async pollOpen(id: DatasetId, asked: 'turn' | 'now', signal?: AbortSignal): Promise<boolean> {
      let isPolled = true
      try {
        isPolled = await storeOpen(id, asked, signal)
      } finally {
        if (isPolled) await refreshLive()
      }
      return isPolled
    },
    /** Fetches one source and stores what is new; snapshots stay as they are until {@link refreshLive}. @throws UpstreamError */
    store,
    /** Polls one source. @throws UpstreamError; snapshots are refreshed either way */
    async poll(source: SourceId, signal?: AbortSignal): Promise<void> {
      const facts = { name: 'poll', kind: 'consumer', attributes: { 'hexawatt.source': source } } as const
      await runInSpan(deps.tracing, facts, () => store(source, signal).finally(refreshLive))
    },
  }
}
export type Poller = ReturnType<typeof createPoller>
