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
  const values = new Map<string, string>()
  let repeated: string | null = null
  for (const [name, value] of pairs(text)) {
    if (values.has(name)) repeated ??= name
    else values.set(name, value)
  }
  return { values, repeated }
}

/** Names and values in the order of the query. Where nothing is encoded, cutting the text is the whole work. */
function pairs(text: string): Iterable<[name: string, value: string]> {
  if (/[%+]/.test(text)) return new URLSearchParams(text)
  return text.split('&').flatMap((part) => (part === '' ? [] : [pair(part)]))
}

function pair(part: string): [name: string, value: string] {
  const equals = part.indexOf('=')
  return equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
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
