import type { PublisherId, pricePublisher } from '@hexawatt/shared/grid/publishers'
import { isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import { fetchUsable } from '@hexawatt/shared/upstream/http-client'
import type { Normalised, ReferenceContent } from '../sources/definition/content.ts'
import type { Query } from '../sources/definition/source.ts'
import { describeArchiveForm, describeJsonForm, describeTableForm } from './form.ts'

/** Publisher that is asked on a first contact: of feeds, or of the regulated prices. */
export type ProbedPublisher = PublisherId | typeof pricePublisher.id

/** Result of one call of a source, and its differences from the expected result. */
export type Finding = {
  source: string
  publisher: ProbedPublisher
  path: string
  /** Empty = all as expected. */
  differences: string[]
  /** HTTP status; null without an answer. */
  status: number | null
  contentType: string | null
  /** Places of the answer with their types, or files of an archive with their header lines. */
  form: string[]
  /** Members of the body or columns of its rows that the product does not read. */
  otherMembers: string[]
  /** Members whose value is a text. */
  textMembers: string[]
  /** Neighbours, types and other names that the product does not know. */
  newElements: string[]
  values: number
  newestSlot: string | null
  lagMinutes: number | null
  rateLimits: Record<string, string>
  /** Licence that the answer itself states. */
  licence: string | null
  deprecated: boolean | null
}

/** An answer as a probe received it. */
export type ProbedAnswer = {
  source: string
  publisher: ProbedPublisher
  path: string
  query: Query
  contentType: string | null
  body: Uint8Array
}

export function createFinding(source: string, publisher: ProbedPublisher, path: string): Finding {
  return {
    source,
    publisher,
    path,
    differences: [],
    status: null,
    contentType: null,
    form: [],
    otherMembers: [],
    textMembers: [],
    newElements: [],
    values: 0,
    newestSlot: null,
    lagMinutes: null,
    rateLimits: {},
    licence: null,
    deprecated: null,
  }
}

/** A call of a probe: where it goes, and the query as the reader of the answer knows it. */
type ProbeCall = { url: URL; headers: Readonly<Record<string, string>>; timeoutMs: number; query: Query }

/**
 * Makes a call and notes status, headers and form of its answer.
 *
 * @returns the body, and its JSON; `json` is undefined for a body that is no JSON
 * @throws UpstreamError when no usable answer comes
 */
export async function probeCall(
  finding: Finding,
  { url, headers, timeoutMs, query }: ProbeCall,
  onAnswer?: (answer: ProbedAnswer) => void,
): Promise<{ body: Uint8Array; json: unknown }> {
  const answer = await fetchUsable({ url, headers, timeoutMs })
  const { body } = answer
  finding.status = answer.status
  describeHeaders(finding, answer.headers)
  const { source, publisher, path, contentType } = finding
  onAnswer?.({ source, publisher, path, query, contentType, body })
  return { body, json: describeForm(finding, body) }
}

/** Records the content type and the limits in the headers. */
function describeHeaders(finding: Finding, headers: Headers): void {
  finding.contentType = headers.get('content-type')
  finding.rateLimits = Object.fromEntries([...headers].filter(([name]) => /ratelimit|^retry-after$/.test(name)))
}

/** Notes the form of a body: JSON, an archive or a table. @returns the JSON; undefined for another body */
function describeForm(finding: Finding, body: Uint8Array): unknown {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body))
    finding.form = describeJsonForm(json)
    return json
  } catch {
    const ofArchive = describeArchiveForm(body)
    finding.form = ofArchive.length > 0 ? ofArchive : describeTableForm(body)
    return undefined
  }
}

/** Records the number of values in an answer, the refused values, and unknown names. */
export function describeContents(finding: Finding, contents: readonly Normalised[]): void {
  const ofAll = (count: (normalised: Normalised) => number) =>
    contents.reduce((sum, content) => sum + count(content), 0)
  finding.values += ofAll(({ measurements, documents }) => measurements.length + documents.length)
  finding.newElements = [...new Set(contents.flatMap(({ newElements }) => newElements ?? []))]
  const refused = ofAll((normalised) => normalised.refused?.length ?? 0)
  const unreadable = ofAll(({ unreadableSlots }) => unreadableSlots)
  if (refused > 0) finding.differences.push(`${refused} values contradict each other`)
  if (unreadable > 0) finding.differences.push(`${unreadable} rows cannot be read`)
  if (finding.newElements.length > 0) finding.differences.push(`unknown names: ${finding.newElements.join(', ')}`)
}

/** Records the rows of a reference, its newest day, the rows that are left out, and why it cannot be used. */
export function describeReference(finding: Finding, reference: ReferenceContent): void {
  const { table, taken, unreadable, reasons, newElements = [], fault } = reference
  finding.values = taken
  finding.newElements = [...newElements]
  if (table.kind === 'regulated prices')
    finding.newestSlot =
      table.prices
        .map(({ from }) => from)
        .sort()
        .at(-1) ?? null
  if (fault !== undefined) finding.differences.push(fault)
  if (unreadable > 0) finding.differences.push(`${unreadable} rows are left out: ${reasons.join('; ')}`)
  if (newElements.length > 0) finding.differences.push(`unknown names: ${newElements.join(', ')}`)
}

/** Notes the newest of these slots and its lag. @returns the lag, ms; null without a slot */
export function describeNewest(
  finding: Finding,
  slots: readonly { slotStart: Temporal.Instant; slotEnd: Temporal.Instant }[],
  now: Temporal.Instant,
): number | null {
  const [newest] = slots.toSorted((a, b) => Temporal.Instant.compare(b.slotEnd, a.slotEnd))
  if (newest === undefined) return null
  const lagMs = now.epochMilliseconds - newest.slotEnd.epochMilliseconds
  finding.newestSlot = isoSeconds(newest.slotStart)
  finding.lagMinutes = Math.round(lagMs / minuteMs)
  return lagMs
}
