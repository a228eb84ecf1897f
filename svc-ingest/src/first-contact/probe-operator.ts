import { findNextDue } from '@hexawatt/shared/grid/feed-calendar'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { FeedDefinition, Measurement, Normalised } from '../feeds/definition/feed.ts'
import { feedRegistry } from '../feeds/registry.ts'
import {
  describeContents,
  describeNewest,
  emptyFinding,
  type Finding,
  type ProbedAnswer,
  probeCall,
} from '../open/probe/finding.ts'
import { isOwnUpstream } from '../open/probe/probe-sources.ts'
import { selectWindow } from '../pipeline/select-window.ts'
import type { OperatorApi } from '../upstream/credentials.ts'
import { functionalCodeOf, type Query } from '../upstream/operator-client.ts'
import type { TokenSource } from '../upstream/token-source.ts'
import { splitWindow, windowQuery } from '../upstream/window.ts'

type OperatorProbeDeps = {
  now: () => Temporal.Instant
  baseUrl: URL
  tokenSourceFor: (api: OperatorApi) => TokenSource
  sleep: (ms: number) => Promise<void>
  onAnswer?: (answer: ProbedAnswer) => void
}

/** Time between two calls, ms: clients have made months of calls each half second. */
const politeGapMs = 1_000
const timeoutMs = 30_000

/**
 * Calls each API of the operator once for each of its fixed queries, as a poll does, without a retry. After a refusal of too many calls nothing more is
 * asked. The grid signal allows one call in a quarter of an hour: where svc-ingest runs with the same credentials, one of the two is refused.
 */
export async function probeOperator(deps: OperatorProbeDeps): Promise<Finding[]> {
  const findings: Finding[] = []
  const gapMs = isOwnUpstream(deps.baseUrl) ? 0 : politeGapMs
  let isRefused = false
  for (const feed of feedRegistry) {
    const contents: Normalised[] = []
    for (const query of feed.resource.queries) {
      const finding = emptyFinding(feed.id, 'rte', `${feed.resource.path}${textOf(query)}`)
      if (isRefused) finding.differences.push('not asked: the operator refuses further calls')
      else {
        if (findings.length > 0) await deps.sleep(gapMs)
        isRefused = await probe(deps, { feed, query, finding, contents })
      }
      findings.push(finding)
    }
    // The queries of a feed together have what its poll gets.
    const last = findings.at(-1)
    if (last !== undefined && contents.length === feed.resource.queries.length) judge(last, feed, contents, deps.now())
  }
  return findings
}

const textOf = (query: Query): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

type Call = { feed: FeedDefinition; query: Query; finding: Finding; contents: Normalised[] }

/** @returns whether the operator refused the call because there were too many */
async function probe(deps: OperatorProbeDeps, { feed, query, finding, contents }: Call): Promise<boolean> {
  const { resource } = feed
  const now = deps.now()
  // The newest piece of the window of a poll that has everything up to now.
  const window = splitWindow(selectWindow(feed, now, now), resource.maxWindowDays).at(-1)
  const url = new URL(resource.path, deps.baseUrl)
  const asked = { ...query, ...(window === undefined ? {} : windowQuery(window, resource.windowFormat)) }
  url.search = new URLSearchParams(asked).toString()
  try {
    const token = await deps.tokenSourceFor(resource.api).token()
    const headers = { authorization: `Bearer ${token}` }
    const { json } = await probeCall(finding, { url, headers, timeoutMs, query }, deps.onAnswer)
    const normalised = feed.normalise(json, query)
    contents.push(normalised)
    describeContents(finding, [normalised])
    describeNewest(finding, freshSlots(feed, normalised), now)
    return false
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    finding.status ??= error.status
    const code = functionalCodeOf(error)
    const isAbsence = (code !== null && resource.absentCodes?.includes(code)) || error.status === resource.emptyStatus
    if (isAbsence) finding.otherMembers.push(error.message)
    else finding.differences.push(error.message)
    return error.kind === 'rate_limited'
  }
}

/** Slots whose newest tells how fresh the feed is. */
function freshSlots({ freshSeries }: FeedDefinition, { measurements }: Normalised): Measurement[] {
  return measurements.filter(({ series }) => freshSeries?.includes(series) ?? true)
}

/** Adds to the last finding of a feed that all its queries together gave no value, or not the publication that is due. */
function judge(finding: Finding, feed: FeedDefinition, contents: readonly Normalised[], now: Temporal.Instant): void {
  if (contents.every(({ measurements, documents }) => measurements.length + documents.length === 0)) {
    finding.differences.push(`no value of ${feed.id}`)
    return
  }
  const ends = contents.flatMap((content) => freshSlots(feed, content).map(({ slotEnd }) => slotEnd))
  const newestSlotEnd = ends.toSorted(Temporal.Instant.compare).at(-1) ?? null
  const due = findNextDue(feed.id, { newestSlotEnd, lastSuccess: now, publisher: 'rte' })
  const { toleranceMinutes } = feedFacts[feed.id]
  if (due === null || toleranceMinutes === null) return
  const lateMinutes = Math.round(now.since(due).total('minutes'))
  if (lateMinutes > toleranceMinutes) {
    finding.differences.push(
      `the next publication was due ${lateMinutes} min ago, expected at most ${toleranceMinutes}`,
    )
  }
}
