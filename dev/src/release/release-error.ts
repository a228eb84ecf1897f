/** A step of a release cannot be done; `remedy` says what the person at the keyboard does about it. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
  constructor(
    reason: string,
    readonly remedy: string,
    /** What is missing is not on this machine (an engine, a registry, a program): a dry run goes on without the step. */
    readonly isForLackOfMeans = false,
  ) {
    super(reason)
  }
}
