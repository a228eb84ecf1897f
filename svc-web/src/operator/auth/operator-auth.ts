import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { createSecretCheck } from '@hexawatt/shared/bounds/same-secret'
import { createTokenBucket, type TokenBucket } from '@hexawatt/shared/bounds/token-bucket'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** Failed attempts of one address: a burst, and then ten a minute. */
export const failedTries = { burst: 10, ratePerSecond: 1 / 6 } as const

/** Seconds until an address with too many attempts may try once more. */
const retryAfterSeconds = Math.ceil(1 / failedTries.ratePerSecond)

/** Addresses with counted failures at most; the oldest makes room. */
const maxCountedAddresses = 1_000

/** RFC 9110 requires it of every 401. */
const challenge = { 'www-authenticate': 'Bearer realm="hexawatt operator"' }

/** Which of the two tokens was presented: nothing else about it is logged. */
export type TokenSlot = 'current' | 'previous'

export type OperatorTokens = {
  current: string
  /** Still accepted while the token is rotated; null = none. */
  previous: string | null
}

export type OperatorAuthDeps = {
  tokens: OperatorTokens
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Makes the check of `Authorization: Bearer`. Failed attempts are counted per address, so that an attacker cannot lock the operator out. */
export function createOperatorAuth({ tokens, monotonicMs }: OperatorAuthDeps) {
  const checks: readonly (readonly [TokenSlot, (presented: string) => boolean])[] = [
    ['current', createSecretCheck(tokens.current)],
    ...(tokens.previous === null ? [] : [['previous', createSecretCheck(tokens.previous)] as const]),
  ]
  const triesByAddress = createBoundedMap<TokenBucket>(maxCountedAddresses)

  function noteFailure(address: string): void {
    const tries = triesByAddress.get(address) ?? createTokenBucket({ ...failedTries, monotonicMs })
    tries.take()
    triesByAddress.set(address, tries)
  }

  /**
   * @param address of the other end of the connection
   * @returns which token matched
   * @throws AppError `invalid_operator_token`, or `rate_limited` before anything is compared
   */
  return function authenticateOperator(headers: Headers, address: string): TokenSlot {
    if (triesByAddress.get(address)?.isEmpty() === true) throw refuseTooManyTries()
    const presented = readBearerToken(headers)
    const [slot] = checks.find(([, isSame]) => isSame(presented)) ?? []
    if (slot !== undefined) return slot
    noteFailure(address)
    throw new AppError('invalid_operator_token', {
      detail: 'The operator token is missing or not recognised.',
      headers: challenge,
    })
  }
}
export type OperatorAuth = ReturnType<typeof createOperatorAuth>

function readBearerToken(headers: Headers): string {
  const [, token = ''] = (headers.get('authorization') ?? '').match(/^Bearer +(\S+)$/i) ?? []
  return token
}

function refuseTooManyTries(): AppError {
  return new AppError('rate_limited', {
    detail: 'Too many wrong operator tokens came from this address.',
    retryAfterSeconds,
  })
}
