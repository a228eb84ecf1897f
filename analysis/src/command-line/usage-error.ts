/** The command line was not understood, or what it names cannot be used; the message is the one sentence for the operator. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** One sentence for the operator; an error that nobody foresaw keeps its stack, for whoever has to mend it. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
