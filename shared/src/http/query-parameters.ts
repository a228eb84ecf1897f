import { AppError } from '../errors/app-error.ts'
import { quoted } from '../errors/quoted.ts'

/** The query of an address without its question mark, '' when there is none. Cheaper than building a URL. */
export function queryText(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/**
 * A parameter may be given once only: of two values one would be ignored in silence.
 *
 * @throws AppError `invalid_parameter`
 */
export function refuseRepeated(query: URLSearchParams): void {
  for (const name of query.keys()) {
    const values = query.getAll(name)
    if (values.length > 1) {
      const received = `${values.length} times, first ${quoted(values[0] ?? '')} and ${quoted(values[1] ?? '')}`
      throw new AppError('invalid_parameter', {
        detail: `Query parameter ${quoted(name)} was received ${received}; accepted is one value.`,
      })
    }
  }
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
