import { createHexawatt, type Hexawatt } from '../hexawatt.ts'
import type { HexawattOptions } from '../requests/settings.ts'

/** A key of the right form that grants no access. */
export const testKey = `hxw_${'0123456789abcdef'.repeat(2)}`

/** The answer to the next request; the last one answers all following requests. */
export type Script = (request: Request) => Response | Promise<Response>

/** Facts of a request, recorded while it runs: Bun's requests lose them afterwards. */
export type SeenRequest = { address: string; headers: Headers }

/** An HTTP server that answers by its script, and records its requests. */
export function startScriptedApi(...script: [Script, ...Script[]]) {
  const requests: SeenRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 30,
    fetch(request) {
      const answer = script[Math.min(requests.length, script.length - 1)] ?? script[0]
      const { pathname, search } = new URL(request.url)
      requests.push({ address: pathname + search, headers: new Headers(request.headers) })
      return answer(request)
    },
    // Intended errors of a script are not printed.
    error: () => new Response(null, { status: 500 }),
  })
  const waitsMs: number[] = []
  return {
    requests,
    /** Waits that the client wanted before its retries, ms. */
    waitsMs,
    url: server.url.origin,
    /** A client whose waits take no time, and whose random number is always one half. */
    client: (options: Partial<HexawattOptions> = {}): Hexawatt =>
      createHexawatt({
        baseUrl: server.url.origin,
        apiKey: testKey,
        timers: {
          sleep: async (ms) => {
            waitsMs.push(ms)
          },
          random: () => 0.5,
          nowMs: Date.now,
        },
        ...options,
      }),
    stop: () => server.stop(true),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

/** A problem as the API writes it. */
export function createProblem(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  extras: Record<string, unknown> = {},
): Script {
  const body = {
    title: 'T',
    status,
    detail: `because of ${code}`,
    instance: '/',
    code,
    error: code,
    traceId: 'trace-1',
  }
  const type = `http://localhost/problems/${code}`
  return () =>
    Response.json(
      { type, ...body, ...extras },
      { status, headers: { 'content-type': 'application/problem+json', 'x-request-id': 'request-1', ...headers } },
    )
}

/** An answer with a small body. */
export function createSuccess(body: unknown = {}, headers: Record<string, string> = {}): Script {
  return () => Response.json(body, { headers })
}

/** The rejection of a call. */
export async function catchError(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`the call succeeded with ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}
