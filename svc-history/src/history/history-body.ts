import { ExportedHistoryPoint, type ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { PointRange } from '../fast/encoded-points.ts'
import { type PointsForm, writePoints } from '../fast/points-body.ts'

/** The body before its points. */
export type HistoryHead = Omit<ScoreHistoryResponse, 'points'>

/** How a history is written: the opening, points in a form, and the closing. */
export type BodyFormat = {
  contentType: string
  /** Whether the body names the served window; otherwise headers do. */
  saysWindow: boolean
  opening: (head: HistoryHead) => string
  form: PointsForm
  closing: string
}

/** The object of the contract. */
const json: BodyFormat = {
  contentType: 'application/json',
  saysWindow: true,
  opening: (head) => `${JSON.stringify(head).slice(0, -1)},"points":[`,
  form: 'json',
  closing: ']}',
}

/** One point per line, with its provenance as the last key. */
const ndjson: BodyFormat = {
  contentType: 'application/x-ndjson',
  saysWindow: false,
  opening: () => '',
  form: 'ndjson',
  closing: '',
}

/** A header row, then one row per point (RFC 4180). No value contains a comma, a quote or a line end; unknown is empty. */
const csv: BodyFormat = {
  contentType: 'text/csv; charset=utf-8',
  saysWindow: false,
  opening: () => `${Object.keys(ExportedHistoryPoint.entries).join(',')}\r\n`,
  form: 'csv',
  closing: '',
}

/** Formats by the type that the gateway requests; any other type gets JSON, which the gateway may rename. */
const formats: Readonly<Record<string, BodyFormat>> = {
  'text/csv': csv,
  'application/x-ndjson': ndjson,
}

/** The format of the `accept` header, which holds one type because the gateway has negotiated. */
export function chooseBodyFormat(accept: string | null): BodyFormat {
  return (accept !== null && Object.hasOwn(formats, accept) ? formats[accept] : undefined) ?? json
}

const encoder = new TextEncoder()

export type HistoryBodyInput = {
  format: BodyFormat
  head: HistoryHead
  ranges: AsyncGenerator<PointRange, void, undefined>
  /** null = the national weighting, in which the points are stored. */
  weights: ScoreWeights | null
}

/** Yields the bytes of an answer, a day of points at a time. */
export async function* streamHistoryBody(
  input: HistoryBodyInput,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { format, head, ranges, weights } = input
  const opening = format.opening(head)
  if (opening !== '') yield encoder.encode(opening)
  let isFirst = true
  for await (const range of ranges) {
    if (range.first === range.end) continue
    yield writePoints(format.form, range, weights, isFirst)
    isFirst = false
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}
