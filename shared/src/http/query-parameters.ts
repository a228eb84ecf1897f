import { AppError } from '../errors/app-error.ts'
import { quoted } from '../errors/quoted.ts'

/** A query taken apart. Of a parameter that was given more than once, the first value. */
export type QueryParameters = {
  values: ReadonlyMap<string, string>
  /** The first name that was given again; null when none was. */
  repeated: string | null
}

/** The query of an address without its question mark, '' when there is none. Cheaper than building a URL. */
export function queryText(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** Takes a query apart; nothing is refused yet, because what a plan does not allow is refused first. */
export function parseQuery(text: string): QueryParameters {
  const query: MutableQuery = { values: new Map(), repeated: null }
  // Where nothing is encoded, cutting the text is the whole work.
  if (/[%+]/.test(text)) for (const [name, value] of new URLSearchParams(text)) add(query, name, value)
  else for (const part of text.split('&')) addPlain(query, part)
  return query
}

type MutableQuery = { values: Map<string, string>; repeated: string | null }

function add(query: MutableQuery, name: string, value: string): void {
  if (query.values.has(name)) query.repeated ??= name
  else query.values.set(name, value)
}

function addPlain(query: MutableQuery, part: string): void {
  if (part === '') return
  const equals = part.indexOf('=')
  if (equals === -1) add(query, part, '')
  else add(query, part.slice(0, equals), part.slice(equals + 1))
}

/**
 * A parameter may be given once only: of two values one would be ignored in silence.
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
 * @param accepted what would have been taken, in words
 */
export function invalidParameter(name: string, received: string, accepted: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter "${name}" (received ${quoted(received)}) is not valid; accepted is ${accepted}.`,
  })
}
