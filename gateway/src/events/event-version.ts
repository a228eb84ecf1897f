import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { type EventKind, eventKinds } from '@hexawatt/shared/contract/formats/live-events'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { parseHttpDate } from '@hexawatt/shared/http/conditional'

/** The version of a kind that a client has. Tags are the same on every gateway, because services derive them from the data. */
export type EventMark = {
  /** Part of an ETag between its quotes. */
  tag: string
  /** Last change of the data, s since the epoch. */
  modifiedSeconds: number
}

/** The versions of each kind that a client has. */
export type SeenMarks = Partial<Record<EventKind, EventMark>>

/** Cached frames of one version at most: nearly all listeners have the same versions of the other kinds. */
const maxFrames = 8

/** Longest `Last-Event-ID` that is read, characters: an id has about 150. */
const maxIdLength = 512

const markText = /^([a-z]+)=([0-9a-z]{1,9})-([!#-+\--~]{1,64})$/

const encoder = new TextEncoder()
const newline = 10

/**
 * One body of a kind as an event. Listeners share its bytes.
 * @param body of the GET operation; a stale body has no version
 */
export function createEventVersion(kind: EventKind, { body, headers }: CachedBody) {
  const frames = createBoundedMap<Uint8Array<ArrayBuffer>>(maxFrames)

  return {
    kind,
    mark: markOf(headers),
    headers,
    /** The event with an id; '' = without one. */
    frame(id: string): Uint8Array<ArrayBuffer> {
      const known = frames.get(id)
      if (known !== undefined) return known
      const head = encoder.encode(`${id === '' ? '' : `id: ${id}\n`}event: ${kind}\ndata: `)
      const makeFrame = concatenate(head, makeDataLines(body), encoder.encode('\n\n'))
      frames.set(id, makeFrame)
      return makeFrame
    },
  }
}
export type EventVersion = ReturnType<typeof createEventVersion>

/** null for a stale body, which has no validators. */
function markOf({ etag, 'last-modified': modified }: CachedBody['headers']): EventMark | null {
  const tag = etag?.match(/"(.*)"/)?.[1]
  const modifiedMs = modified === undefined ? null : parseHttpDate(modified)
  return tag === undefined ? null : { tag, modifiedSeconds: Math.floor((modifiedMs ?? 0) / 1_000) }
}

/** A line break would end the field: each line becomes its own `data` field, and clients join them again. */
function makeDataLines(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!body.includes(newline)) return body
  return encoder.encode(new TextDecoder().decode(body).replaceAll('\n', '\ndata: '))
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The id of an event: the version of each kind that its receiver has, so that any gateway can resume the stream. */
export function makeEventId(seen: SeenMarks): string {
  let id = ''
  for (const kind of eventKinds) {
    const mark = seen[kind]
    if (mark !== undefined) id += `${id === '' ? '' : ','}${kind}=${mark.modifiedSeconds.toString(36)}-${mark.tag}`
  }
  return id
}

/** The versions named by an event id; none for an id that no gateway made. @param id `Last-Event-ID`; null = none */
export function readEventId(id: string | null): SeenMarks {
  const seen: SeenMarks = {}
  if (id === null || id.length > maxIdLength) return seen
  for (const part of id.split(',', eventKinds.length)) {
    const [, name, modified = '', tag = ''] = markText.exec(part) ?? []
    const kind = eventKinds.find((known) => known === name)
    if (kind !== undefined) seen[kind] = { tag, modifiedSeconds: Number.parseInt(modified, 36) }
  }
  return seen
}
