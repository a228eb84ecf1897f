import { UpstreamError } from './upstream-error.ts'

/** Number of a functional error of the operator, without the name of its API: `F04` of `TMPLIKSUPCON_TMPLIKCAL_F04`. */
export type FunctionalCode = `F${string}`

/**
 * Functional code of a refusal (`upstream.md` §1.4); null when the failure is of another kind. The same number means the same
 * in most APIs (F04: nothing for that term), but F08 is the caller's mistake in one and an absent combination in another:
 * each resource names those that mean absence.
 */
export function functionalCodeOf(error: unknown): FunctionalCode | null {
  if (!(error instanceof UpstreamError) || error.kind !== 'rejected') return null
  const digits = error.code?.match(/_F(\d\d)$/)?.[1]
  return digits === undefined ? null : `F${digits}`
}
