import type { StatusResponse } from '../contract/status.ts'
import { type DataHeaders, dataHeaders } from '../http/data-headers.ts'
import { weakTag } from '../http/entity-tag.ts'

/**
 * Seconds for which a status may be kept: it is written anew every minute and after every call of a source, and whoever watches sources
 * wants to hear of it soon.
 */
const statusMaxAgeSeconds = 10

/** Version of a status: what the sources have brought, without the ages that move by themselves. */
export function statusHeaders(status: StatusResponse): DataHeaders {
  const sources = status.sources.map(({ lagMinutes: _age, ...source }) => source)
  return dataHeaders({
    etag: weakTag(JSON.stringify([status.mode, sources])),
    lastModifiedMs: Date.parse(status.generatedAt),
    maxAgeSeconds: statusMaxAgeSeconds,
    scope: 'public',
  })
}
