import { AppError } from '@hexawatt/shared/errors/app-error'
import { quoted } from '@hexawatt/shared/errors/quoted'
import { queryText } from '@hexawatt/shared/http/query-parameters'
import { hasControlCharacters } from '../accounts/key-names.ts'

/**
 * Reads the parameters of a query, each at most once and none but those that are accepted.
 *
 * @throws AppError `unknown_parameter` or `invalid_parameter`
 */
export function readQuery<Name extends string>(url: string, accepted: readonly Name[]): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {}
  for (const [text, value] of new URLSearchParams(queryText(url))) {
    const name = accepted.find((candidate) => candidate === text)
    if (name === undefined) {
      throw new AppError('unknown_parameter', {
        detail: `Query parameter ${quoted(text)} is not known; accepted are: ${accepted.join(', ') || 'none'}.`,
      })
    }
    if (values[name] !== undefined) {
      throw new AppError('invalid_parameter', { detail: `Query parameter ${name} is given more than once.` })
    }
    values[name] = printable(`Query parameter ${name}`, value)
  }
  return values
}

/**
 * The text itself when every character of it can be shown: no store is asked for any other.
 *
 * @param what names the parameter in the refusal
 * @throws AppError `invalid_parameter`
 */
export function printable(what: string, text: string): string {
  if (!hasControlCharacters(text)) return text
  throw new AppError('invalid_parameter', {
    detail: `${what} takes printable characters only, not control characters such as NUL.`,
  })
}
