/**
 * Why an upstream gave no usable response.
 * `transient`: a retry may succeed (network, time-out, 408, 5xx, a truncated body). `rate_limited`: wait `retryAfterMs`.
 * `too_large`: request a smaller window (413, or above our own cap). `rejected`: a retry is useless (400, 403, 404, 414).
 * `unusable`: the response does not have the agreed shape.
 */
export type UpstreamErrorKind = 'transient' | 'rate_limited' | 'too_large' | 'unauthorized' | 'rejected' | 'unusable'

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: UpstreamErrorKind
  readonly retryAfterMs: number | null
  /** The upstream's own error code; null when it gave none. */
  readonly code: string | null
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** Beginning of the error's body; null when there was none. */
  readonly body: string | null

  constructor(
    kind: UpstreamErrorKind,
    message: string,
    options: {
      retryAfterMs?: number | null
      code?: string | null
      status?: number
      body?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? null
    this.code = options.code ?? null
    this.status = options.status ?? null
    this.body = options.body ?? null
  }
}

/** HTTP status → kind, after the operator's guide; null when the response is usable. */
export function toErrorKind(status: number): UpstreamErrorKind | null {
  if (status === 200 || status === 206) return null
  if (status === 401) return 'unauthorized'
  if (status === 413) return 'too_large'
  // 509: the operator's limit over all calls of a client.
  if (status === 429 || status === 509) return 'rate_limited'
  if (status === 408 || status >= 500) return 'transient'
  return 'rejected'
}
