import { type ReportedSourceId, regulatedPricesSourceId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId } from '@hexawatt/shared/grid/publishers'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { runInSpan, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { createNewElementReport } from '../pipeline/new-elements.ts'
import type { Stored } from '../pipeline/stored.ts'
import { type PollReason, pollIfDue } from '../planning/poll-if-due.ts'
import type { Fetched } from '../poll/fetch-and-store.ts'
import { type PollSourceDeps, pollSource } from '../poll/poll-source.ts'
import type { RefreshDeps } from '../snapshots/refresh-deps.ts'
import { createLiveRefresh } from '../snapshots/refresh-live.ts'
import type { PolledId } from '../sources/definition/source.ts'
import { findSource } from '../sources/registry.ts'

type PollDeps = PollSourceDeps & RefreshDeps & { metrics: Metrics; tracing: Tracing | null }

/** Time limit of a refresh, ms: every poll waits for it, so that one hanging query would stop all polls. */
const refreshTimeoutMs = 10_000

/**
 * Makes the poll of a source: polls it, counts and logs the stored values, then recomputes the live snapshots, also after a failure (the status has
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

  // A daily poll may be the first one with an odd row: an alert sees the increase only of a counter that was there before.
  if (deps.sources.some(({ id }) => id === regulatedPricesSourceId)) {
    countElements(regulatedPricesSourceId, { taken: 0, unreadable: 0 })
  }

  function countFeed(feed: string, stored: Stored): void {
    reportNewElements(feed, stored.newElements)
    changedSlots.inc({ source: feed }, stored.changedSlots)
    refusedValues.inc({ source: feed }, stored.quarantined)
    disagreements.inc({ source: feed }, stored.disagreements)
    countElements(feed, { taken: stored.taken, unreadable: stored.unreadable + stored.quarantined })
    for (const [check, found] of Object.entries(stored.contradictions)) {
      contradictions.inc({ source: feed, check }, found)
    }
  }

  /** Counts and logs the stored values of a poll. @throws UpstreamError when a member was missing everywhere: the rest is stored, and the poll has failed */
  function count(source: PolledId, { answered, byFeed, faults, ...others }: Fetched): void {
    for (const [feed, stored] of byFeed) countFeed(feed, stored)
    const { regions, reference, weather, neighbour } = others
    const newElements = [...reference.newElements, ...neighbour.newElements]
    if (newElements.length > 0) reportNewElements(source, newElements)
    const changedRows = regions.changed + neighbour.changed
    if (changedRows > 0) changedSlots.inc({ source }, changedRows)
    for (const read of [regions, reference, weather, neighbour]) {
      if (read.taken + read.unreadable > 0) countElements(source, read)
    }
    deps.logger.info({ source, answered, feeds: Object.fromEntries(byFeed), changedRows }, 'stored')
    if (faults.length > 0) throw new UpstreamError('unusable', faults.join('; '))
  }

  async function refreshLive(): Promise<void> {
    await runInSpan(deps.tracing, { name: 'refresh live snapshots', kind: 'internal' }, refreshSnapshots)
  }

  /** @returns whether the source was asked */
  async function pollAndCount(source: PolledId, poll: () => Promise<Fetched | null>): Promise<boolean> {
    try {
      const fetched = await poll()
      if (fetched === null) return false
      count(source, fetched)
      polls.inc({ source, outcome: 'success' })
      return true
    } catch (error) {
      polls.inc({ source, outcome: 'failure' })
      throw error
    }
  }

  const onPartStored = refreshLive

  async function store(id: ReportedSourceId, signal?: AbortSignal): Promise<void> {
    const source = findSource(id)
    if (source === undefined) return
    await pollAndCount(id, () => pollSource({ ...deps, onPartStored }, source, source.fills, signal))
  }

  async function storeOpen(id: DatasetId, reason: PollReason, signal?: AbortSignal): Promise<boolean> {
    const source = findSource(id)
    if (source === undefined) return false
    return pollAndCount(id, () => pollIfDue({ ...deps, onPartStored }, source, reason, signal))
  }

  return {
    refreshLive,
    /** Like {@link pollOpen}; snapshots stay as they are until {@link refreshLive}. */
    storeOpen,
    /** Polls a dataset of an open source, if one of its feeds needs it. @returns whether it was asked @throws UpstreamError */
    async pollOpen(id: DatasetId, reason: PollReason, signal?: AbortSignal): Promise<boolean> {
      let isPolled = true
      try {
        isPolled = await storeOpen(id, reason, signal)
      } finally {
        if (isPolled) await refreshLive()
      }
      return isPolled
    },
    /** Fetches one source and stores new values; snapshots stay as they are until {@link refreshLive}. @throws UpstreamError */
    store,
    /** Polls one source. @throws UpstreamError; snapshots are refreshed either way */
    async poll(source: ReportedSourceId, signal?: AbortSignal): Promise<void> {
      const facts = { name: 'poll', kind: 'consumer', attributes: { 'hexawatt.source': source } } as const
      await runInSpan(deps.tracing, facts, () => store(source, signal).finally(refreshLive))
    },
  }
}
export type Poller = ReturnType<typeof createPoller>
