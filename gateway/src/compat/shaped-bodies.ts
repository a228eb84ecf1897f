import { type CachedBody, createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import { formatCacheControl } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { parseJson } from './source-request.ts'

/** Longest `max-age` of a body with further sources, s: these change at other times than the first one. */
const maxAgeSeconds = 300

/** Data that a body contains in addition to the cached answer of an operation. */
export type FurtherSources = {
  /** Compared by identity: an unchanged source is the same object. */
  sources: readonly unknown[]
  /** When the newest of them changed, ms. */
  changedAtMs: number
}

type Shaped = { sources: readonly unknown[]; body: CachedBody }

/** Shaped bodies by the cached answer that they were made from, and by name: both are forgotten together. */
export function createShapedBodies() {
  const byAnswer = new WeakMap<CachedBody, Map<string, Shaped>>()

  /**
   * The shaped body, made once for each version of its sources.
   * @param name of the shape
   * @param vary of the operation
   */
  return function shapeOnce(
    name: string,
    answer: CachedBody,
    vary: string,
    shape: (answered: unknown, headers: HeaderValues) => object,
    further: FurtherSources | null = null,
  ): CachedBody {
    const shapes = byAnswer.get(answer) ?? new Map<string, Shaped>()
    byAnswer.set(answer, shapes)
    const sources = further?.sources ?? []
    const known = shapes.get(name)
    if (known?.sources.every((source, index) => source === sources[index])) return known.body
    const text = JSON.stringify(shape(parseJson(answer.body), answer.headers))
    const headers = further === null ? answer.headers : addFurtherVersion(answer.headers, text, further.changedAtMs)
    const body = createCachedBody({ ...headers, vary }, new TextEncoder().encode(text))
    shapes.set(name, { sources, body })
    return body
  }
}

/** Headers of a body with further sources; a stale answer keeps its own, which let nothing be stored. */
function addFurtherVersion(headers: HeaderValues, text: string, changedAtMs: number): HeaderValues {
  const { etag, 'last-modified': modified, 'cache-control': cacheControl = '' } = headers
  if (etag === undefined || modified === undefined) return headers
  const ownMaxAge = Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0)
  return {
    ...headers,
    etag: createWeakTag(text),
    'last-modified': formatHttpDate(Math.max(Date.parse(modified), changedAtMs)),
    'cache-control': formatCacheControl(Math.min(ownMaxAge, maxAgeSeconds)),
  }
}
