import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import type { Normalised } from '../../feeds/definition/feed.ts'
import { exchange } from '../../upstream/http-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { DatasetAnswer, DatasetCall, OpenDataset } from '../definition/dataset.ts'
import { openUrl, userAgent } from '../open-client.ts'
import { publisherLimits } from '../publisher-limits.ts'
import { datasetRegistry } from '../registry.ts'
import { type Expectation, expectations } from './expectations.ts'

/** What one call of a source found, and how that differs from what is expected. */
export type Finding = {
  source: string
  publisher: OpenPublisherId
  path: string
  /** Empty = all as expected. */
  differences: string[]
  /** Null when nobody answered. */
  status: number | null
  contentType: string | null
  /** Members of the body or columns of its rows that the product does not read. */
  otherMembers: string[]
  /** Members whose value is a text. */
  textMembers: string[]
  values: number
  newestSlot: string | null
  lagMinutes: number | null
  rateLimits: Record<string, string>
  /** Licence that the answer itself states. */
  licence: string | null
  deprecated: boolean | null
}

export type ProbeDeps = {
  now: () => Temporal.Instant
  baseUrls: Readonly<Record<OpenPublisherId, URL>>
  sleep: (ms: number) => Promise<void>
}

/** Days before now at which the consolidated rows of a day are asked for: they come six weeks late. */
const consolidatedDaysBack = 90

/** Calls each open source once, one call after the other, with the gap of its publisher between two of them; the product's own demo upstream waits for none. */
export async function probeSources(deps: ProbeDeps): Promise<Finding[]> {
  const findings: Finding[] = []
  const called = new Set<OpenPublisherId>()
  const awaitGap = async (publisher: OpenPublisherId): Promise<void> => {
    const isOwn = ['127.0.0.1', 'localhost'].includes(deps.baseUrls[publisher].hostname)
    if (called.has(publisher) && !isOwn) await deps.sleep(publisherLimits[publisher].gapMs)
    called.add(publisher)
  }
  for (const dataset of datasetRegistry) {
    await awaitGap(dataset.publisher)
    findings.push(await probe(deps, dataset))
  }
  await awaitGap('energy-charts')
  return [...findings, await probeContract(deps)]
}

/** The contract of Energy-Charts that the readers were built on. */
const contractVersion = /^1\./

/** Asks for the contract of Energy-Charts: a new version, or paths that it calls deprecated, tell that its end was announced. */
async function probeContract({ baseUrls }: ProbeDeps): Promise<Finding> {
  const finding = emptyFinding('energy_charts_contract', 'energy-charts', '/openapi.json')
  try {
    const url = openUrl(baseUrls['energy-charts'], { path: finding.path, query: {} })
    const answer = await exchange({ url, headers: { 'user-agent': userAgent }, timeoutMs: contractTimeoutMs })
    finding.status = answer.status
    finding.contentType = answer.headers.get('content-type')
    const contract = v.parse(Contract, parsed(answer.body))
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

const contractTimeoutMs = publisherLimits['energy-charts'].timeoutMs
const Contract = v.object({
  info: v.object({ version: v.string() }),
  paths: v.record(v.string(), v.object({ get: v.optional(v.object({ deprecated: v.optional(v.boolean()) })) })),
})

function emptyFinding(source: string, publisher: OpenPublisherId, path: string): Finding {
  return {
    ...{ source, publisher, path, differences: [], status: null, contentType: null },
    ...{ otherMembers: [], textMembers: [], values: 0, newestSlot: null, lagMinutes: null },
    ...{ rateLimits: {}, licence: null, deprecated: null },
  }
}

/** The call that a poll makes first which has seen nothing since yesterday: it asks for what must be published by now, not for what is due today. */
function callOf(dataset: OpenDataset, now: Temporal.Instant): DatasetCall | undefined {
  const [polled] = dataset.calls({ now, lastSuccess: now.subtract({ hours: 24 }) })
  const from = addParisDays(now, -consolidatedDaysBack)
  return polled ?? dataset.backfillCalls?.(from, addParisDays(from, 1))[0]
}

async function probe({ now, baseUrls }: ProbeDeps, dataset: OpenDataset): Promise<Finding> {
  const { id, publisher } = dataset
  const call = callOf(dataset, now()) ?? { path: '', query: {} }
  const finding = emptyFinding(id, publisher, call.path)
  const expected = expectations[id]
  try {
    const url = openUrl(baseUrls[publisher], call)
    const headers = { 'user-agent': userAgent, accept: '*/*' }
    const answer = await exchange({ url, headers, timeoutMs: publisherLimits[publisher].timeoutMs })
    finding.status = answer.status
    describeHeaders(finding, answer.headers, expected)
    describeBody(finding, answer.body, expected)
    describeValues(finding, readAll(dataset, { body: answer.body, query: call.query }), expected, now())
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    finding.status ??= error.status
    const isAllowed = error.status !== null && error.status === dataset.absentStatus && expected.mayBeEmpty === true
    if (!isAllowed) finding.differences.push(error.message)
  }
  return finding
}

function describeHeaders(finding: Finding, headers: Headers, { contentType }: Expectation): void {
  finding.contentType = headers.get('content-type')
  if (finding.contentType?.includes(contentType) !== true && !isPlainFile(finding.contentType, contentType)) {
    finding.differences.push(`content type ${finding.contentType ?? 'absent'}, expected ${contentType}`)
  }
  finding.rateLimits = Object.fromEntries([...headers].filter(([name]) => /ratelimit|^retry-after$/.test(name)))
}

/** Servers that know no archives call one a stream of bytes. */
function isPlainFile(found: string | null, expected: Expectation['contentType']): boolean {
  return expected === 'zip' && found?.includes('octet-stream') === true
}

function describeBody(finding: Finding, body: Uint8Array, { contentType, members }: Expectation): void {
  if (contentType !== 'json') return
  const json = parsed(body)
  if (json === undefined) return
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

function parsed(body: Uint8Array) {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // The reader of the dataset says what it is instead.
    return undefined
  }
}

/** What an answer holds, of feeds and beside them. */
type Contents = {
  ofFeeds: ReturnType<OpenDataset['read']>
  regions: ReturnType<NonNullable<OpenDataset['readRegions']>>
  intensities: ReturnType<NonNullable<OpenDataset['readIntensities']>>
}

/** A slot of a series. */
type ProbedSlot = { series: string; slotStart: Temporal.Instant; slotEnd: Temporal.Instant }

function readAll(dataset: OpenDataset, answer: DatasetAnswer): Contents {
  return {
    ofFeeds: dataset.read(answer),
    regions: dataset.readRegions?.(answer) ?? { rows: [], unreadableRows: 0 },
    intensities: dataset.readIntensities?.(answer) ?? [],
  }
}

function describeValues(finding: Finding, contents: Contents, expected: Expectation, now: Temporal.Instant): void {
  const { feed, minSeries, maxLagMs } = expected.newest
  const measured = valuesOf(contents, feed)
  const { ofFeeds, regions, intensities } = contents
  const ofAll = (count: (normalised: Normalised) => number) =>
    ofFeeds.reduce((sum, { normalised }) => sum + count(normalised), 0)
  finding.values = ofAll(({ measurements }) => measurements.length) + regions.rows.length + intensities.length
  const refused = ofAll((normalised) => normalised.refused?.length ?? 0)
  const unreadable = ofAll(({ unreadableSlots }) => unreadableSlots) + regions.unreadableRows
  if (refused > 0) finding.differences.push(`${refused} values contradict each other`)
  if (unreadable > 0) finding.differences.push(`${unreadable} rows cannot be read`)
  const [newest] = measured.toSorted((a, b) => Temporal.Instant.compare(b.slotEnd, a.slotEnd))
  if (newest === undefined) {
    if (expected.mayBeEmpty !== true) finding.differences.push(`no value of ${feed}`)
    return
  }
  const lagMs = now.epochMilliseconds - newest.slotEnd.epochMilliseconds
  finding.newestSlot = isoSeconds(newest.slotStart)
  finding.lagMinutes = Math.round(lagMs / minuteMs)
  if (maxLagMs !== null && lagMs > maxLagMs) {
    finding.differences.push(`newest slot ended ${finding.lagMinutes} min ago, expected at most ${maxLagMs / minuteMs}`)
  }
  const series = new Set(measured.map((measurement) => measurement.series))
  if (series.size < minSeries) finding.differences.push(`${series.size} series of ${feed}, expected ${minSeries}`)
}

function valuesOf({ ofFeeds, regions, intensities }: Contents, feed: Expectation['newest']['feed']): ProbedSlot[] {
  if (feed === 'regions') return regions.rows.map(({ region: series, ...slot }) => ({ series, ...slot }))
  if (feed === 'published intensity') return intensities.map(({ boundary: series, ...slot }) => ({ series, ...slot }))
  return ofFeeds.flatMap((content) => (content.feed === feed ? content.normalised.measurements : []))
}
