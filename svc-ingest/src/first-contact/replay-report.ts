import { isoSeconds } from '@hexawatt/shared/time/instant'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Normalised, ReferenceContent } from '../sources/definition/content.ts'
import { findSource } from '../sources/registry.ts'
import { listMixes } from './mix-contents.ts'
import type { ReportPayload } from './report.ts'
import { decodeSample } from './sample-payload.ts'

/** Result of reading a payload of a report by its source's reader. */
export type Replayed = {
  source: string
  path: string
  isCut: boolean
  values: number
  unreadable: number
  refused: number
  newElements: string[]
  newestSlot: string | null
  /** Why the reader refused the payload; null when it did not. */
  failure: string | null
}

/** Runs the reader of each payload on it, as a poll does. Payloads that no reader reads are left out. */
export function replayReport(payloads: readonly ReportPayload[]): Replayed[] {
  return payloads.flatMap((payload) => {
    const read = findReader(payload.source)
    return read === null ? [] : [replay(payload, read)]
  })
}

type Read = Pick<Replayed, 'values'> & {
  reference: ReferenceContent | undefined
  contents: Normalised[]
  slots: { slotStart: Temporal.Instant }[]
}
type Reader = (body: Uint8Array, query: ReportPayload['query']) => Read

/** The reader of a source; null for a payload that only answers a question. */
function findReader(id: string): Reader | null {
  const source = findSource(id)
  if (source === undefined) return null
  return (body, query) => {
    const content = source.read({ body, query })
    const { feeds = [], regions, intensities = [], reference } = content
    const contents = [...feeds.map(({ normalised }) => normalised), ...listMixes(content)]
    const rows = regions?.rows ?? []
    const slots = [...contents.flatMap(({ measurements }) => measurements), ...rows, ...intensities]
    return { values: rows.length + intensities.length, contents, slots, reference }
  }
}

function replay(payload: ReportPayload, read: Reader): Replayed {
  const { source, path, isCut, isReadable } = payload
  const replayed: Replayed = {
    ...{ source, path, isCut, values: 0, unreadable: 0, refused: 0, newElements: [], newestSlot: null },
    failure: isReadable ? null : 'the report holds only the beginning of this payload',
  }
  if (!isReadable) return replayed
  try {
    const { values, contents, slots, reference } = read(decodeSample(payload), payload.query)
    for (const { measurements, documents, unreadableSlots, refused = [], newElements = [] } of contents) {
      replayed.values += measurements.length + documents.length
      replayed.unreadable += unreadableSlots
      replayed.refused += refused.length
      replayed.newElements.push(...newElements)
    }
    replayed.values += values + (reference?.taken ?? 0)
    replayed.unreadable += reference?.unreadable ?? 0
    replayed.newElements.push(...(reference?.newElements ?? []))
    replayed.failure = reference?.fault ?? null
    const newest = slots
      .map(({ slotStart }) => slotStart)
      .toSorted(Temporal.Instant.compare)
      .at(-1)
    replayed.newestSlot = newest === undefined ? null : isoSeconds(newest)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    replayed.failure = error.message
  }
  return replayed
}
