import { AppError, quoted } from '../errors/app-error.ts'

/** A parsed query; for a repeated parameter, its first value. */
export type QueryParameters = {
  values: ReadonlyMap<string, string>
  /** The first repeated name; null when none is. */
  repeated: string | null
}

/** The query of an address without its question mark, '' without one. Cheaper than building a URL. */
export function queryText(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** Parses a query. Repeated parameters are not refused yet: missing rights of the plan are reported first. */
export function parseQuery(text: string): QueryParameters {
  const query: MutableQuery = { values: new Map(), repeated: null }
  // Without encoded characters, cutting the text suffices.
  if (/[%+]/.test(text)) for (const [name, value] of new URLSearchParams(text)) add(query, name, value)
  else addPlain(query, text)
  return query
}

type MutableQuery = { values: Map<string, string>; repeated: string | null }

function add(query: MutableQuery, name: string, value: string): void {
  if (query.values.has(name)) query.repeated ??= name
  else query.values.set(name, value)
}

function addPlain(query: MutableQuery, text: string): void {
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    const equals = text.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    if (end > start) add(query, text.slice(start, nameEnd), text.slice(nameEnd + 1, end))
    start = end + 1
  }
}

/**
 * Refuses a repeated parameter: one of its values would be ignored silently.
 *
 * @throws AppError `invalid_parameter`
 */
export function refuseRepeated({ values, repeated }: QueryParameters): void {
  if (repeated === null) return
  throw new AppError('invalid_parameter', {
    detail: `Query parameter ${quoted(repeated)} was received more than once (first ${quoted(values.get(repeated) ?? '')}); accepted is one value.`,
  })
}

/**
 * The refusal of one value.
 *
 * @param accepted the accepted values, in words
 */
export function invalidParameter(name: string, received: string, accepted: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter "${name}" (received ${quoted(received)}) is not valid; accepted is ${accepted}.`,
  })
}
