import { exchange, parseJson } from './http-client.ts'
import { originOf, type PayloadOrigin } from './payload-origin.ts'
import { type RetryDeps, withRetry } from './retry.ts'

export type KeylessPayload = { body: Uint8Array; json: unknown; origin: PayloadOrigin }

const timeoutMs = 20_000

/** `GET` of a public JSON resource that needs no token, with retries by kind. @throws UpstreamError */
export async function fetchJson(deps: RetryDeps, url: URL, signal?: AbortSignal): Promise<KeylessPayload> {
  const attempt = async () => {
    const answer = await exchange({ url, timeoutMs, ...(signal ? { signal } : {}) })
    return { body: answer.body, json: parseJson(answer, url), origin: originOf(answer.headers) }
  }
  return withRetry(deps, attempt, signal)
}
