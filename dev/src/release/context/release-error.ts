/** A step of a release cannot be done; `remedy` says what the person at the keyboard does about it. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
  readonly remedy: string
  /** The machine lacks an engine, a registry or a program: a dry run goes on without the step. */
  readonly isForLackOfMeans: boolean

  constructor(reason: string, remedy: string, isForLackOfMeans = false) {
    super(reason)
    this.remedy = remedy
    this.isForLackOfMeans = isForLackOfMeans
  }
}
