/** Kind of the value of an option or a word. */
export type ValueKind<Value> = {
  /** Stands for the value in the help: `--from <date>`. */
  placeholder: string
  /** Description of the accepted values, to continue "takes": `a date such as 2025-01-01`. */
  accepts: string
  /** The value; null when the text is none. */
  read: (text: string) => Value | null
  /** Every value, where there are few: the help lists them and a shell completes them. */
  choices?: readonly string[]
  /** A refused value is not repeated, because it may hold a secret. */
  isSecret?: boolean
}

/** Any text with a character in it. */
export function text(placeholder: string): ValueKind<string> {
  return { placeholder, accepts: 'a text', read: (given) => (given === '' ? null : given) }
}

/** One of several words. */
export function oneOf<const Choice extends string>(placeholder: string, choices: readonly Choice[]): ValueKind<Choice> {
  return {
    placeholder,
    choices,
    accepts: choices.join(', ').replace(/, ([^,]*)$/, ' or $1'),
    read: (given) => choices.find((choice) => choice === given) ?? null,
  }
}

/** A number between two bounds, both included. */
export function decimal(placeholder: string, min: number, max: number): ValueKind<number> {
  return {
    placeholder,
    accepts: `a number from ${min} to ${max}`,
    read: (given) => (/^\d+(\.\d+)?$/.test(given) ? toNumberWithin(Number(given), min, max) : null),
  }
}

/** A whole number between two bounds, both included. */
export function wholeNumber(placeholder: string, min: number, max: number): ValueKind<number> {
  return {
    placeholder,
    accepts: `a whole number from ${min} to ${max}`,
    read: (given) => (/^\d{1,15}$/.test(given) ? toNumberWithin(Number(given), min, max) : null),
  }
}

const toNumberWithin = (value: number, min: number, max: number): number | null =>
  value >= min && value <= max ? value : null

/** A calendar date that exists. */
export const date: ValueKind<Temporal.PlainDate> = {
  placeholder: 'date',
  accepts: 'a date such as 2025-01-01',
  read: (given) => (/^\d{4}-\d\d-\d\d$/.test(given) ? tryRead(() => Temporal.PlainDate.from(given)) : null),
}

/** An instant; without its offset it would mean another one in summer. */
export const instant: ValueKind<Temporal.Instant> = {
  placeholder: 'instant',
  accepts: 'an instant with its offset, such as 2025-01-15T12:00:00Z',
  read: (given) => tryRead(() => Temporal.Instant.from(given)),
}

function tryRead<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
