import { createSingleFlight } from '@hexawatt/shared/bounds/single-flight'
import { fetchUsable, parseJson } from '@hexawatt/shared/upstream/http-client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'

export type Credentials = { clientId: string; clientSecret: string }

type TokenSourceDeps = {
  tokenUrl: URL
  credentials: Credentials
  /** Monotonic real time, ms; only a test gives its own. */
  monotonicMs?: () => number
}

/** Validated like data: the operator has answered 200 without a token. */
const TokenBody = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(1)),
})

const tokenTimeoutMs = 10_000
/** A token is renewed this long before it expires, or after nine tenths of a short life. */
const renewBeforeMs = 120_000

/**
 * Bearer tokens of one pair of credentials (OAuth2 client credentials), cached until shortly before `expires_in`. Concurrent
 * requests share one fetch. It does not retry: the request that needs the token does.
 */
export function createTokenSource(deps: TokenSourceDeps) {
  const { monotonicMs = () => performance.now() } = deps
  let current: { token: string; renewAtMs: number } | null = null

  const fetchToken = createSingleFlight(async () => {
    const body = await requestToken(deps)
    const lifeMs = body.expires_in * 1000
    current = {
      token: body.access_token,
      renewAtMs: monotonicMs() + Math.max(lifeMs - renewBeforeMs, lifeMs * 0.9),
    }
    return body.access_token
  })

  return {
    /** A token that is still valid. @throws UpstreamError */
    async token(): Promise<string> {
      if (current !== null && monotonicMs() < current.renewAtMs) return current.token
      return fetchToken()
    },
    /** Drops a rejected token; a newer one, fetched meanwhile by another request, stays. */
    discard(refused: string): void {
      if (current?.token === refused) current = null
    },
  }
}
export type TokenSource = ReturnType<typeof createTokenSource>

async function requestToken({ tokenUrl, credentials }: TokenSourceDeps): Promise<v.InferOutput<typeof TokenBody>> {
  const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')
  const answer = await fetchUsable({
    url: tokenUrl,
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
    timeoutMs: tokenTimeoutMs,
  })
  const parsed = v.safeParse(TokenBody, parseJson(answer, tokenUrl))
  if (!parsed.success) throw new UpstreamError('transient', 'the token endpoint answered without a usable token')
  return parsed.output
}
