/**
 * Why an upstream gave no usable answer.
 * `transient`: worth another try (network, time-out, 408, 5xx, a body cut off). `rate_limited`: wait `retryAfterMs`.
 * `too_large`: ask for less (413, or above our own cap). `rejected`: asking again is useless (400, 403, 404, 414).
 * `unusable`: the answer came but is not in the agreed shape.
 */
export type UpstreamErrorKind = 'transient' | 'rate_limited' | 'too_large' | 'unauthorized' | 'rejected' | 'unusable'

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: UpstreamErrorKind
  readonly retryAfterMs: number | null
  /** The upstream's own machine-readable word for the failure; null when it gave none. */
  readonly code: string | null

  constructor(
    kind: UpstreamErrorKind,
    message: string,
    options: { retryAfterMs?: number | null; code?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? null
    this.code = options.code ?? null
  }
}

/** HTTP status → kind, after the operator's guide (`upstream.md` §1.4); null when the answer is usable. */
export function kindOfStatus(status: number): UpstreamErrorKind | null {
  if (status === 200 || status === 206) return null
  if (status === 401) return 'unauthorized'
  if (status === 413) return 'too_large'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'transient'
  return 'rejected'
}

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
