import { findNextDue } from '@hexawatt/shared/grid/feed-calendar'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Measurement, Normalised } from '../sources/definition/content.ts'
import type { Call, Query, Source } from '../sources/definition/source.ts'
import { publisherPolicies } from '../sources/publishers.ts'
import { operatorSources } from '../sources/registry.ts'
import { isAbsentTerm, isEmptyAnswer, toUrl } from '../upstream/source-client.ts'
import type { TokenSource } from '../upstream/token-source.ts'
import {
  createFinding,
  describeContents,
  describeNewest,
  type Finding,
  type ProbedAnswer,
  probeCall,
} from './finding.ts'
import { isOwnUpstream } from './probe-sources.ts'

type OperatorProbeDeps = {
  now: () => Temporal.Instant
  baseUrl: URL
  tokenSourceFor: (api: string) => TokenSource
  sleep: (ms: number) => Promise<void>
  onAnswer?: (answer: ProbedAnswer) => void
}

/** Time between two calls, ms: clients have made months of calls each half second. */
const politeGapMs = 1_000
const { timeoutMs } = publisherPolicies.rte

/**
 * Calls each API of the operator once for each of its fixed queries, as a poll does, without a retry. After a refusal of too many calls nothing more is
 * asked. The grid signal allows one call in a quarter of an hour: where svc-ingest runs with the same credentials, one of the two is refused.
 */
export async function probeOperator(deps: OperatorProbeDeps): Promise<Finding[]> {
  const findings: Finding[] = []
  const gapMs = isOwnUpstream(deps.baseUrl) ? 0 : politeGapMs
  let isRefused = false
  for (const source of operatorSources) {
    const contents: Normalised[] = []
    const calls = listNewestCalls(source, deps.now())
    for (const call of calls) {
      const finding = createFinding(source.id, 'rte', `${call.path}${formatQuery(call.asked)}`)
      if (isRefused) finding.differences.push('not asked: the operator refuses further calls')
      else {
        if (findings.length > 0) await deps.sleep(gapMs)
        isRefused = await probe(deps, { source, call, finding, contents })
      }
      findings.push(finding)
    }
    // The calls of a feed together give the answers of its poll.
    const last = findings.at(-1)
    const [feed] = source.fills
    if (last !== undefined && feed !== undefined && contents.length === calls.length) {
      judge(last, feed, contents, deps.now())
    }
  }
  return findings
}

const formatQuery = (query: Query): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

/** The calls of a poll that has everything up to now: of each query the one of the newest window. */
function listNewestCalls(source: Source, now: Temporal.Instant): Call[] {
  const calls = source.calls({ now, lastSuccess: now, newestSlotEnd: now })
  return [...new Map(calls.map((call) => [formatQuery(call.asked), call])).values()]
}

type ProbedCall = { source: Source; call: Call; finding: Finding; contents: Normalised[] }

/** @returns whether the operator refused the call because there were too many */
async function probe(deps: OperatorProbeDeps, { source, call, finding, contents }: ProbedCall): Promise<boolean> {
  const now = deps.now()
  const url = toUrl(deps.baseUrl, call)
  try {
    const token = await deps.tokenSourceFor(source.api ?? '').token()
    const headers = { authorization: `Bearer ${token}` }
    const query = call.asked
    const { body, json } = await probeCall(finding, { url, headers, timeoutMs, query }, deps.onAnswer)
    for (const { feed, normalised } of source.read({ body, json, query }).feeds ?? []) {
      contents.push(normalised)
      describeContents(finding, [normalised])
      describeNewest(finding, listFreshSlots(feed, normalised), now)
    }
    return false
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    finding.status ??= error.status
    if (isAbsentTerm(source, error) || isEmptyAnswer(source, error)) finding.otherMembers.push(error.message)
    else finding.differences.push(error.message)
    return error.kind === 'rate_limited'
  }
}

/** Slots whose newest tells how fresh the feed is. */
function listFreshSlots(feed: FeedId, { measurements }: Normalised): Measurement[] {
  const { freshSeries } = feedFacts[feed]
  return measurements.filter(({ series }) => freshSeries?.includes(series) ?? true)
}

/** Adds to the last finding of a feed that all its queries together gave no value, or not the publication that is due. */
function judge(finding: Finding, feed: FeedId, contents: readonly Normalised[], now: Temporal.Instant): void {
  if (contents.every(({ measurements, documents }) => measurements.length + documents.length === 0)) {
    finding.differences.push(`no value of ${feed}`)
    return
  }
  const ends = contents.flatMap((content) => listFreshSlots(feed, content).map(({ slotEnd }) => slotEnd))
  const newestSlotEnd = ends.toSorted(Temporal.Instant.compare).at(-1) ?? null
  const due = findNextDue(feed, { newestSlotEnd, lastSuccess: now, publisher: 'rte' })
  const { toleranceMinutes } = feedFacts[feed]
  if (due === null || toleranceMinutes === null) return
  const lateMinutes = Math.round(now.since(due).total('minutes'))
  if (lateMinutes > toleranceMinutes) {
    finding.differences.push(
      `the next publication was due ${lateMinutes} min ago, expected at most ${toleranceMinutes}`,
    )
  }
}
