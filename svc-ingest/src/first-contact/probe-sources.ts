import { type OpenPublisherId, pricePublisher, type SourceName } from '@hexawatt/shared/grid/publishers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { fetchUsable } from '@hexawatt/shared/upstream/http-client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { Content } from '../sources/definition/content.ts'
import type { Expectation } from '../sources/definition/expectation.ts'
import { type Call, readJson, type Source } from '../sources/definition/source.ts'
import { openPublisherIds, publisherPolicies } from '../sources/publishers.ts'
import { sources } from '../sources/registry.ts'
import { isEmptyAnswer, toUrl } from '../upstream/source-client.ts'
import {
  createFinding,
  describeContents,
  describeNewest,
  describeReference,
  type Finding,
  type ProbedAnswer,
  probeCall,
} from './finding.ts'
import { listMixes } from './mix-contents.ts'

export type ProbeDeps = {
  now: () => Temporal.Instant
  baseUrls: Readonly<Record<SourceName, URL>>
  sleep: (ms: number) => Promise<void>
  /** Makes every call of a poll instead of its first one. */
  isThorough?: boolean
  /** Called with each answer that came with a usable status. */
  onAnswer?: (answer: ProbedAnswer) => void
}

/** Days before now at which the consolidated rows of a day are asked for: they come six weeks late. */
const consolidatedDaysBack = 90

/** Whether an address belongs to the product's own demo upstream, which has no other users. */
export function isOwnUpstream({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost'].includes(hostname)
}

/**
 * Calls each open source and the files of regulated prices, one call after the other, with the gap of its publisher between two of them; the product's own demo upstream waits for none.
 * `further` are calls that no reader makes, for other questions to a publisher.
 */
export async function probeSources(deps: ProbeDeps, further: readonly FurtherCall[] = []): Promise<Finding[]> {
  const findings: Finding[] = []
  const called = new Set<ProbedSource>()
  const awaitGap = async (publisher: ProbedSource): Promise<void> => {
    if (called.has(publisher) && !isOwnUpstream(deps.baseUrls[publisher]))
      await deps.sleep(publisherPolicies[publisher].pace?.gapMs ?? defaultGapMs)
    called.add(publisher)
  }
  for (const source of sources) {
    const publisher = probedPublishers.find((id) => id === source.publisher)
    if (publisher === undefined) continue
    const calls = listCalls(source, deps.now())
    for (const [index, call] of (deps.isThorough === true ? calls : calls.slice(0, 1)).entries()) {
      await awaitGap(publisher)
      findings.push(await probe(deps, { source, publisher, call, isFirst: index === 0 }))
    }
  }
  for (const call of further) {
    await awaitGap(call.publisher)
    findings.push(await probeFurther(deps, call))
  }
  await awaitGap('energy-charts')
  return [...findings, await probeContract(deps)]
}

/** Publishers that need no credentials. */
type ProbedSource = OpenPublisherId | typeof pricePublisher.id
const probedPublishers: readonly ProbedSource[] = [...openPublisherIds, pricePublisher.id]

/** Gap between two calls of a publisher without a pace of its own, ms. */
const defaultGapMs = 1_000

/** A call that fills no feed: its answer is noted and compared with nothing. */
export type FurtherCall = Call & { source: string; publisher: OpenPublisherId }

async function probeFurther({ baseUrls, onAnswer }: ProbeDeps, call: FurtherCall): Promise<Finding> {
  const { source, publisher, path, query } = call
  const finding = createFinding(source, publisher, path)
  try {
    const { timeoutMs } = publisherPolicies[publisher]
    const url = toUrl(baseUrls[publisher], call)
    await probeCall(finding, { url, headers: ownHeaders, timeoutMs, query }, onAnswer)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    finding.status = error.status
    // A refusal is an answer to the question.
    if (error.status === null) finding.differences.push(error.message)
    else finding.otherMembers.push(error.message)
  }
  return finding
}

const ownHeaders = { accept: '*/*' }

/** The contract of Energy-Charts that the readers were built on. */
const contractVersion = /^1\./

/** Asks for the contract of Energy-Charts: a new version, or paths that it calls deprecated, tell that its end was announced. */
async function probeContract({ baseUrls }: ProbeDeps): Promise<Finding> {
  const finding = createFinding('energy_charts_contract', 'energy-charts', '/openapi.json')
  try {
    const url = toUrl(baseUrls['energy-charts'], { path: finding.path, query: {} })
    const answer = await fetchUsable({ url, headers: ownHeaders, timeoutMs: contractTimeoutMs })
    finding.status = answer.status
    finding.contentType = answer.headers.get('content-type')
    const contract = v.parse(Contract, readJson(answer))
    finding.deprecated = Object.values(contract.paths).some(({ get }) => get?.deprecated === true)
    finding.otherMembers = [`version ${contract.info.version}`]
    if (finding.deprecated) finding.differences.push('the contract calls paths deprecated')
    if (!contractVersion.test(contract.info.version))
      finding.differences.push(`contract ${contract.info.version}, expected 1`)
  } catch (error) {
    if (error instanceof UpstreamError) finding.status ??= error.status
    finding.differences.push(error instanceof Error ? error.message : 'no contract')
  }
  return finding
}

const contractTimeoutMs = publisherPolicies['energy-charts'].timeoutMs
const Contract = v.object({
  info: v.object({ version: v.string() }),
  paths: v.record(v.string(), v.object({ get: v.optional(v.object({ deprecated: v.optional(v.boolean()) })) })),
})

/** The calls of a poll whose last success was a day ago: they ask for values that must be published by now, not for values due later today. */
function listCalls(source: Source, now: Temporal.Instant): readonly Call[] {
  const polled = source.calls({ now, lastSuccess: now.subtract({ hours: 24 }), newestSlotEnd: null })
  if (polled.length > 0) return polled
  const start = addParisDays(now, -consolidatedDaysBack)
  return source.backfillCalls?.({ start, end: addParisDays(start, 1) }).slice(0, 1) ?? []
}

type ProbedCall = { source: Source; publisher: ProbedSource; call: Call; isFirst: boolean }

async function probe(deps: ProbeDeps, { source, publisher, call, isFirst }: ProbedCall): Promise<Finding> {
  const { now, baseUrls, onAnswer } = deps
  const finding = createFinding(source.id, publisher, call.path)
  if (source.expected === undefined) throw new Error(`${source.id} has no expectation for its answers`)
  // Further calls of a poll request data that the publisher may not have (yet): other types, tomorrow.
  const expected = isFirst ? source.expected : { ...source.expected, mayBeEmpty: true as const }
  try {
    const url = toUrl(baseUrls[publisher], call)
    const { timeoutMs } = publisherPolicies[publisher]
    const query = call.asked
    const { body, json } = await probeCall(finding, { url, headers: ownHeaders, timeoutMs, query }, onAnswer)
    compareContentType(finding, expected)
    compareMembers(finding, json, expected)
    describeValues(finding, source.read({ body, query }), expected, now())
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    finding.status ??= error.status
    const isAllowed = isEmptyAnswer(source, error) && expected.mayBeEmpty === true
    if (!isAllowed) finding.differences.push(error.message)
  }
  return finding
}

function compareContentType(finding: Finding, { contentType }: Expectation): void {
  if (finding.contentType?.includes(contentType) !== true && !isPlainFile(finding.contentType, contentType)) {
    finding.differences.push(`content type ${finding.contentType ?? 'absent'}, expected ${contentType}`)
  }
}

/** Servers that do not know a format call it a stream of bytes, a table also a plain text or a spreadsheet. */
function isPlainFile(found: string | null, expected: Expectation['contentType']): boolean {
  const others = { json: [], zip: ['octet-stream'], csv: ['octet-stream', 'text/plain', 'excel'] }
  return others[expected].some((type) => found?.includes(type) === true)
}

function compareMembers(finding: Finding, json: unknown, { contentType, members }: Expectation): void {
  if (contentType !== 'json' || json === undefined) return
  const rows = (Array.isArray(json) ? json : [json]).filter((row) => typeof row === 'object' && row !== null)
  const first: Record<string, unknown> = rows[0] ?? {}
  const found = Object.keys(first)
  const missing = members.filter((name) => rows.length > 0 && !found.includes(name))
  if (missing.length > 0) finding.differences.push(`members missing: ${missing.join(', ')}`)
  finding.otherMembers = found.filter((name) => !members.includes(name))
  finding.textMembers = found.filter((name) => rows.some((row) => typeof row[name] === 'string'))
  const licence = first['license_info'] ?? first['license']
  finding.licence = typeof licence === 'string' ? licence : null
  finding.deprecated = typeof first['deprecated'] === 'boolean' ? first['deprecated'] : null
  if (finding.deprecated === true) finding.differences.push('the publisher announces the end of this address')
}

function describeValues(finding: Finding, contents: Content, expected: Expectation, now: Temporal.Instant): void {
  if (contents.reference !== undefined) {
    describeReference(finding, contents.reference)
    return
  }
  const { feed, minSeries, maxLagMs } = expected.newest
  const { feeds = [], regions = { rows: [], unreadableRows: 0 }, intensities = [] } = contents
  finding.values = regions.rows.length + intensities.length
  describeContents(finding, [...feeds.map(({ normalised }) => normalised), ...listMixes(contents)])
  if (regions.unreadableRows > 0) finding.differences.push(`${regions.unreadableRows} rows cannot be read`)
  const measured = listSlots(contents, feed)
  const lagMs = describeNewest(finding, measured, now)
  if (lagMs === null) {
    if (expected.mayBeEmpty !== true) finding.differences.push(`no value of ${feed}`)
    return
  }
  if (maxLagMs !== null && lagMs > maxLagMs) {
    finding.differences.push(`newest slot ended ${finding.lagMinutes} min ago, expected at most ${maxLagMs / minuteMs}`)
  }
  const series = new Set(measured.map((measurement) => measurement.series))
  if (series.size < minSeries) finding.differences.push(`${series.size} series of ${feed}, expected ${minSeries}`)
}

function listSlots(contents: Content, feed: Expectation['newest']['feed']) {
  const { feeds = [], regions, intensities = [] } = contents
  if (feed === 'neighbour mix') return listMixes(contents).flatMap(({ measurements }) => measurements)
  if (feed === 'regions') return (regions?.rows ?? []).map(({ region: series, ...slot }) => ({ series, ...slot }))
  if (feed === 'published intensity') return intensities.map(({ boundary: series, ...slot }) => ({ series, ...slot }))
  return feeds.flatMap((content) => (content.feed === feed ? content.normalised.measurements : []))
}
