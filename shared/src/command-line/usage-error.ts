/** The command line was not understood; the message is the one sentence for the operator. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
