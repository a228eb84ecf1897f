import { UsageError } from '@hexawatt/shared/config/usage-error'

/** One sentence for the operator; an error that nobody foresaw keeps its stack, for whoever has to mend it. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
