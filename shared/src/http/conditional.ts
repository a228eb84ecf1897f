/** Response headers that a client returns in a conditional request. */
export type Validators = { etag?: string; 'last-modified'?: string }

/** Maximum number of compared tags of a header. */
const maxTags = 100

/** An entity tag, weak or strong; the quoted part may contain a comma. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * Whether a client has this version already, by RFC 9110 §13.2.2: `If-None-Match` decides if present (weak comparison, `*` matches
 * anything), else `If-Modified-Since`. For responses that would be 200 to GET or HEAD.
 *
 * @param request headers of the request
 * @param validators of the response; a missing one matches nothing
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
  const wanted = toOpaqueTag(etag)
  return (list.match(entityTag) ?? []).slice(0, maxTags).some((tag) => toOpaqueTag(tag) === wanted)
}

/** Returns the part of a tag that weak comparison uses. */
const toOpaqueTag = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)

/** An invalid date is ignored. */
function isUnmodifiedSince(since: string, lastModified: string | undefined): boolean {
  const sinceMs = parseHttpDate(since)
  const modifiedMs = lastModified === undefined ? null : parseHttpDate(lastModified)
  return sinceMs !== null && modifiedMs !== null && modifiedMs <= sinceMs
}

/**
 * Creates the weak entity tag of a text that identifies a version. The tag is weak because bodies of one version may differ in ages and timestamps. 64
 * bits of a fast hash are enough: tags distinguish the few versions of one URL, and are not secret.
 */
export function createWeakTag(text: string): string {
  return `W/"${Bun.hash.xxHash64(text).toString(36)}"`
}

/**
 * Creates a weak entity tag of a JSON text that does not depend on one member: much cheaper than serialising the object again or copying the text without
 * the member.
 *
 * @param json as `JSON.stringify` wrote it
 * @param value of the member
 */
export function createWeakTagWithout(json: string, name: string, value: string): string {
  // Quotes inside strings are escaped, so this text can only be the member.
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`
  const at = json.indexOf(member)
  if (at === -1) return createWeakTag(json)
  const before = Bun.hash.xxHash64(json.slice(0, at))
  return `W/"${Bun.hash.xxHash64(json.slice(at + member.length), before).toString(36)}"`
}

const time = String.raw`\d\d:\d\d:\d\d`

/** The preferred form (RFC 9110 §5.6.7), and the obsolete one with a zone. */
const withZone = new RegExp(String.raw`^[A-Z][a-z]+, \d\d(?: [A-Z][a-z]{2} \d{4}|-[A-Z][a-z]{2}-\d\d) ${time} GMT$`)
/** The obsolete asctime form: without a zone, in GMT. */
const withoutZone = new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${time} \d{4}$`)

/** An HTTP date; fractions of a second are cut off. */
export function formatHttpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString()
}

/** Parses an HTTP date, ms since the epoch; null for any other text, which `Date.parse` might accept. */
export function parseHttpDate(text: string): number | null {
  const epochMs = withZone.test(text)
    ? Date.parse(text)
    : withoutZone.test(text)
      ? Date.parse(`${text} GMT`)
      : Number.NaN
  return Number.isNaN(epochMs) ? null : epochMs
}
