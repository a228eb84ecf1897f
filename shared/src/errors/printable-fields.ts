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

/** Where a text stood: it names the parameter in the refusal. */
type FieldPlace = 'Query parameter' | 'Form field' | 'Path parameter'

/** A text holds characters that are not printable. */
export class UnprintableFieldError extends AppError {
  /** Name of the parameter, quoted. */
  readonly field: string

  constructor(place: FieldPlace, name: string) {
    const field = quoteInput(name)
    super(place === 'Form field' ? 'invalid_body' : 'invalid_parameter', {
      detail: `${place} ${field} holds a control character, such as NUL or a line break; accepted are printable characters.`,
    })
    this.field = field
  }
}

/**
 * Returns a printable text as it is; any other text must not reach a store.
 *
 * @throws UnprintableFieldError
 */
export function requirePrintable(place: FieldPlace, name: string, text: string): string {
  if (isPrintable(text)) return text
  throw new UnprintableFieldError(place, name)
}

/**
 * Reads the query of an address or the body of a form. All pages use this reader for both, so no page receives a text that a store refuses.
 *
 * @throws UnprintableFieldError that names the first field with such a text
 */
export function readFields(place: 'Query parameter' | 'Form field', text: string): URLSearchParams {
  const fields = new URLSearchParams(text)
  for (const [name, value] of fields) requirePrintable(place, name, `${name}${value}`)
  return fields
}
