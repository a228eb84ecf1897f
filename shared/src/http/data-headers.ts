import { type CacheScope, cacheControl } from './cache-control.ts'
import { isNotModified, type Validators } from './conditional.ts'
import { httpDate } from './http-date.ts'

/** What an answer with data says about its version, and how long it holds (decisions §5). */
export type DataHeaders = Required<Validators> & { 'cache-control': string }

export type DataVersion = {
  etag: string
  /** Not before the last change of what is answered, ms since the epoch. */
  lastModifiedMs: number
  maxAgeSeconds: number
  scope?: CacheScope
}

/** The headers of a version. */
export function dataHeaders({ etag, lastModifiedMs, maxAgeSeconds, scope }: DataVersion): DataHeaders {
  return { etag, 'last-modified': httpDate(lastModifiedMs), 'cache-control': cacheControl(maxAgeSeconds, scope) }
}

/** What of the framework's context is needed to answer. */
export type Exchange = { request: Request; set: { headers: Record<string, string | number>; status?: number | string } }

/**
 * Adds headers to the answer that the framework sends; when the client has it already, makes that answer a 304 without a body.
 *
 * @returns whether the body is to be sent
 */
export function isBodyWanted(
  { request, set }: Exchange,
  headers: Readonly<Record<string, string>> & Validators,
): boolean {
  Object.assign(set.headers, headers)
  if (!isNotModified(request.headers, headers)) return true
  set.status = 304
  return false
}
