/** `network`: no whole answer came. `timeout`: not in time. `unexpected_answer`: it was none of the API's. */
export type ConnectionFailure = 'network' | 'timeout' | 'unexpected_answer'

export type ConnectionErrorOptions = {
  /** Status of an unexpected answer. */
  status?: number
  requestId?: string | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** No answer of the API was got: the network, a proxy or the time was against it. */
export class HexawattConnectionError extends Error {
  override readonly name = 'HexawattConnectionError'
  readonly kind: ConnectionFailure
  /** Status of an unexpected answer; null when none came. */
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(kind: ConnectionFailure, message: string, options: ConnectionErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status ?? null
    this.requestId = options.requestId ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

/** What a failed `fetch` or reading was, as an error of this package; its `cause` is what the platform threw. */
export function networkError(cause: unknown): HexawattConnectionError {
  const reason = cause instanceof Error ? cause.message : 'no reason given'
  return new HexawattConnectionError('network', `No whole answer came: ${reason}`, { cause })
}
