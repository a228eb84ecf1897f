/** Why a change is refused: what it names is not there, what it asks is never possible, or it is not possible as things stand. */
export type RefusalReason = 'not_found' | 'invalid' | 'conflict'

/** A change of keys that the rules forbid; the message tells the operator why, and what to do. */
export class KeyRefusedError extends Error {
  override readonly name = 'KeyRefusedError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
