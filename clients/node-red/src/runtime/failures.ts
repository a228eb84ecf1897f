import { HexawattConnectionError, HexawattProblem } from '../../../typescript/src/entry.ts'
import type { Runtime } from './runtime.ts'

/** The `Error` of a failure; wraps a thrown value that is not an Error. */
export function toError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure))
}

/** A failure in the few words that fit under a node: status and code of a refusal, or the kind of a failed connection. */
export function writeShortText(red: Runtime, error: Error): string {
  if (error instanceof HexawattProblem) return `${error.status} ${error.code}`
  if (error instanceof HexawattConnectionError) return red._(`runtime.failure.${error.kind}`)
  return error.message
}
