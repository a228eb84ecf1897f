import { UsageError } from '@hexawatt/shared/config/usage-error'

/** Reads a civil date. @throws UsageError unless the text is one */
export function dateFrom(option: string, text: string): Temporal.PlainDate {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? existingDate(text) : null
  if (date === null)
    throw new UsageError(`${option} takes a Paris day such as 2024-03-31, not ${JSON.stringify(text)}.`)
  return date
}

function existingDate(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return null
  }
}
