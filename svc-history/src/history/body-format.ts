import { HistoryPoint, type ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import type { PointsText } from '../points/encoded-points.ts'
import { csvRows } from './csv-rows.ts'

/** What the answer says before its points. */
export type HistoryHead = Omit<ScoreHistoryResponse, 'points'>

/** How a history is written: what comes before its points, some of its points, and what comes after. */
export type BodyFormat = {
  contentType: string
  opening: (head: HistoryHead) => string
  /** The points from index `first` on, up to, not including, `end`; `isFirst` = no point was written before. */
  points: (text: PointsText, first: number, end: number, isFirst: boolean) => Uint8Array<ArrayBuffer>
  closing: string
}

const lineFeed = 0x0a
/** RFC 4180. */
const lineEnd = '\r\n'

const columns = Object.keys(HistoryPoint.entries) as (keyof HistoryPoint)[]

/** The object of the contract. */
const json: BodyFormat = {
  contentType: 'application/json',
  opening: (head) => `${JSON.stringify(head).slice(0, -1)},"points":[`,
  points: (text, first, end, isFirst) =>
    text.bytes.subarray((text.starts[first] ?? 0) + (isFirst && end > first ? 1 : 0), text.starts[end]),
  closing: ']}',
}

/** One point per line. */
const ndjson: BodyFormat = {
  contentType: 'application/x-ndjson',
  opening: () => '',
  points: (text, first, end) => {
    const start = text.starts[first] ?? 0
    const lines = new Uint8Array((text.starts[end] ?? 0) - start)
    // Each point begins with its comma: without the first of them, the others stand where the lines end.
    if (lines.length > 0) lines.set(text.bytes.subarray(start + 1, text.starts[end]))
    for (let index = first + 1; index <= end; index++) lines[(text.starts[index] ?? 0) - start - 1] = lineFeed
    return lines
  },
  closing: '',
}

/** A header row, then one row per point. No value holds a comma, a quote or a line end; unknown is empty. */
const csv: BodyFormat = {
  contentType: 'text/csv; charset=utf-8',
  opening: () => columns.join(',') + lineEnd,
  points: csvRows,
  closing: '',
}

/** By the type that the gateway asks for; every other one is answered as JSON, which the gateway may rename. */
const formats: Readonly<Record<string, BodyFormat>> = {
  'text/csv': csv,
  'application/x-ndjson': ndjson,
}

/** The format that the `accept` header of the gateway names: one type, since the gateway has negotiated. */
export function bodyFormat(accept: string | null): BodyFormat {
  return (accept !== null && Object.hasOwn(formats, accept) ? formats[accept] : undefined) ?? json
}
