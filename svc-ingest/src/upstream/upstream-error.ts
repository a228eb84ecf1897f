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
