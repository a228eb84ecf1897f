/** The command line was not understood; the message is one sentence that names the accepted values. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Kind of value that an option accepts. */
export type ValueKind<Value> = {
  /** Placeholder of the value in the help: `--power <kW>`. */
  placeholder: string
  /** Completes "takes": `a number such as 7.4`. */
  accepts: string
  /** The value; null when the text is invalid. */
  read: (text: string) => Value | null
}

/** Any non-empty text. */
export const text = (placeholder: string): ValueKind<string> => ({
  placeholder,
  accepts: 'a text',
  read: (given) => (given === '' ? null : given),
})

/** One of a few words. */
export const oneOf = <const Choice extends string>(...choices: readonly Choice[]): ValueKind<Choice> => ({
  placeholder: choices.join('|'),
  accepts: choices.join(', '),
  read: (given) => choices.find((choice) => choice === given) ?? null,
})

/** A number that is not negative. Only the API knows the bounds, and names them when it refuses. */
export const decimal = (placeholder: string): ValueKind<number> => ({
  placeholder,
  accepts: 'a number such as 7.4',
  read: (given) => (/^\d{1,9}(\.\d{1,9})?$/.test(given) ? Number(given) : null),
})

/** A whole number of at least 1, with bounds as of {@link decimal}. */
export const wholeNumber = (placeholder: string): ValueKind<number> => ({
  placeholder,
  accepts: 'a whole number of at least 1',
  read: (given) => (/^[1-9]\d{0,8}$/.test(given) ? Number(given) : null),
})

/** A length of time, in whole minutes of at least 1. */
export const minutes: ValueKind<number> = {
  placeholder: 'time',
  accepts: 'a length of time such as 2h, 90m or 1h30m',
  read(given) {
    const [, hours, rest] = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?$/.exec(given) ?? []
    return Number(hours ?? 0) * 60 + Number(rest ?? 0) || null
  },
}

/** A time of the day in Paris, or an instant, ms since 1970. */
export type TimeOrInstant = { hour: number; minute: number } | { atMs: number }

/** A time of day or an instant; an instant without its offset would mean a different instant on each machine. */
export const timeOrInstant: ValueKind<TimeOrInstant> = {
  placeholder: 'when',
  accepts: 'a time in Paris such as 07:00, or an instant with its offset such as 2026-02-04T06:00:00Z',
  read(given) {
    const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(given) ?? []
    if (hour !== undefined) return { hour: Number(hour), minute: Number(minute) }
    const atMs = instantOf(given)
    return atMs === null ? null : { atMs }
  },
}

/** A calendar day in Paris, as midnight UTC of the same date, or an instant, ms since 1970. */
export type DayOrInstant = { dayMs: number } | { atMs: number }

/** A day or an instant, as of {@link timeOrInstant}. */
export const dayOrInstant: ValueKind<DayOrInstant> = {
  placeholder: 'when',
  accepts: 'a day in Paris such as 2026-02-01, or an instant with its offset such as 2026-02-01T06:00:00Z',
  read(given) {
    const dayMs = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(given) : Number.NaN
    // Some platforms read 30 February as 2 March.
    if (!Number.isNaN(dayMs)) return new Date(dayMs).toISOString().startsWith(given) ? { dayMs } : null
    const atMs = instantOf(given)
    return atMs === null ? null : { atMs }
  },
}

function instantOf(given: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(given)) return null
  const ms = Date.parse(given)
  return Number.isNaN(ms) ? null : ms
}
