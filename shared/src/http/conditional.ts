import { parseHttpDate } from './http-date.ts'

/** The headers of an answer that a client sends back to ask whether it still holds. */
export type Validators = { etag?: string; 'last-modified'?: string }

/** Tags of a header that are looked at: a client has seen a few versions, not thousands. */
const maxTags = 100

/** An entity tag, weak or strong; a comma may stand inside of its quotes. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * Whether a client has the present answer already, by RFC 9110 §13.2.2: `If-None-Match` decides where it is sent (weak comparison,
 * `*` = whatever there is), else `If-Modified-Since`. For answers that would be 200 to GET or HEAD.
 *
 * @param request headers of the request
 * @param validators of the answer; one that is missing matches nothing
 */
export function isNotModified(request: Headers, validators: Validators): boolean {
  const ifNoneMatch = request.get('if-none-match')
  if (ifNoneMatch !== null) return hasTag(ifNoneMatch, validators.etag)
  const ifModifiedSince = request.get('if-modified-since')
  return ifModifiedSince !== null && isUnmodifiedSince(ifModifiedSince, validators['last-modified'])
}

function hasTag(list: string, etag: string | undefined): boolean {
  if (etag === undefined) return false
  if (list === etag || list.trim() === '*') return true
  const wanted = opaque(etag)
  return (list.match(entityTag) ?? []).slice(0, maxTags).some((tag) => opaque(tag) === wanted)
}

/** What is compared of a tag: two weak ones are of one version when the rest is the same. */
const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)

/** A date that cannot be read is no condition. */
function isUnmodifiedSince(since: string, lastModified: string | undefined): boolean {
  const sinceMs = parseHttpDate(since)
  const modifiedMs = lastModified === undefined ? null : parseHttpDate(lastModified)
  return sinceMs !== null && modifiedMs !== null && modifiedMs <= sinceMs
}
