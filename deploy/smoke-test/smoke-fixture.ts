import type { Compose } from './compose.ts'

/** What every step of the smoke test works with. */
export type Fixture = {
  compose: Compose
  /** Address of the published port. */
  url: string
  /** Prints one line. */
  say: (line: string) => void
}

/** Longest anything may take to come about, ms: a small machine that starts everything at once. */
const patienceMs = 120_000
const pauseMs = 500
const requestTimeoutMs = 10_000

/** Fails the smoke test with what was found instead. */
export function expect(isAsExpected: boolean, expectation: string, found: unknown): void {
  if (!isAsExpected) throw new Error(`expected ${expectation}, found ${JSON.stringify(found)}`)
}

/** Waits until something is as expected, and fails when it never is. */
export async function waitUntil<Value>(
  expectation: string,
  look: () => Promise<Value>,
  isAsExpected: (value: Value) => boolean,
): Promise<Value> {
  const lateAtMs = performance.now() + patienceMs
  for (;;) {
    const value = await look()
    if (isAsExpected(value)) return value
    expect(performance.now() < lateAtMs, `${expectation} within ${patienceMs / 1000} s`, value)
    await Bun.sleep(pauseMs)
  }
}

/** Status, headers and text of an answer; a connection that fails is status 0. */
export type Seen = { status: number; headers: Headers; text: string }

/** Calls the published port as a customer does. */
export async function call({ url }: Fixture, path: string, key?: string): Promise<Seen> {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
  try {
    const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(requestTimeoutMs) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: String(error) }
  }
}

/** The first chunk of an endless stream; empty when the request is refused. */
export async function readFirstPart({ url }: Fixture, path: string, key: string): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': key },
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const reader = response.body?.getReader()
  const part = response.ok ? await reader?.read() : undefined
  await reader?.cancel()
  return new TextDecoder().decode(part?.value)
}

/** Makes an account with a key, as an operator does. */
export async function createKey({ compose }: Fixture, account: string, plan: string): Promise<string> {
  const text = await compose.exec('svc-web', 'hexawatt', 'keys', 'create', '--account', account, '--plan', plan)
  const key = text.match(/hxw_[0-9a-f]{32}/)?.[0]
  expect(key !== undefined, 'a key', text)
  return key ?? ''
}
