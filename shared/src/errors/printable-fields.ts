import { AppError, quoteInput } from './app-error.ts'

/**
 * Characters that are refused in every field, parameter and id: control characters, because Postgres refuses NUL, and halves of surrogate pairs,
 * because JSON can carry them but jsonb refuses them.
 */
const unprintable = /[\p{Cc}\p{Cs}]/u

/** Whether every character of a text can be shown. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text)
}

/** Kind of field, named in the error. */
type FieldPlace = 'Query parameter' | 'Form field' | 'Path parameter'

/** A field contains characters that are not printable. */
export class UnprintableFieldError extends AppError {
  /** Name of the parameter, quoted. */
  readonly field: string

  constructor(place: FieldPlace, name: string) {
    const field = quoteInput(name)
    super(place === 'Form field' ? 'invalid_body' : 'invalid_parameter', {
      detail: `${place} ${field} contains a control character, such as NUL or a line break; only printable characters are accepted.`,
    })
    this.field = field
  }
}

/**
 * Returns a printable text unchanged. Any other text must not reach a store.
 *
 * @throws UnprintableFieldError
 */
export function requirePrintable(place: FieldPlace, name: string, text: string): string {
  if (isPrintable(text)) return text
  throw new UnprintableFieldError(place, name)
}

/**
 * Parses a query or the body of a form. All pages use this function, so no page receives a text that a store refuses.
 *
 * @throws UnprintableFieldError that names the first field with such a text
 */
export function readFields(place: 'Query parameter' | 'Form field', text: string): URLSearchParams {
  const fields = new URLSearchParams(text)
  for (const [name, value] of fields) requirePrintable(place, name, `${name}${value}`)
  return fields
}
