import { expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { eventStreamType } from '@hexawatt/shared/contract/formats/live-events'
import { ProblemDetails, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import fc from 'fast-check'
import * as v from 'valibot'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { type RandomRequest, randomRequest } from './testing/random-requests.ts'

const requestCount = 10_000
const batchSize = 100
/** Longest that any one answer may take, ms: a hang is a failure. */
const hangMs = 15_000

/** The same requests every time, unless others are asked for. */
const seed = Number(Bun.env['FUZZ_SEED'] ?? 20_260_203)

const demoKey = createApiKey()
const demo = { requestsPerMinute: 60_000, requestsPerMonth: 1_000_000 }
const system = stopAtEnd(
  await startServedSystem({
    settings: { DEMO_API_KEY: demoKey },
    seams: { planTable: { ...generousPlanTable, demo } },
  }),
)
const plans = ['decouverte', 'pro', 'scale', 'scale', 'scale'] as const
const keys = [...(await Promise.all(plans.map(system.createKey))), demoKey, createApiKey(), 'nonsense', '']

/** Status of the answer to a request, and its fault; null for a correct answer. */
async function outcomeOf({ method, target, headers }: RandomRequest, key: string) {
  const response = await fetch(`${system.gatewayUrl}${target}`, {
    method,
    headers: [...headers, ['x-api-key', key]],
    signal: AbortSignal.timeout(hangMs),
  })
  const isEndless = response.headers.get('content-type') === eventStreamType
  const body = isEndless ? '' : await response.text()
  if (isEndless) await response.body?.cancel()
  return { status: response.status, fault: faultOf(response, body, method) }
}

function faultOf(response: Response, body: string, method: string): string | null {
  const { status, headers } = response
  if (!headers.has('x-request-id')) return `${status} without a request id: ${body}`
  if (headers.has('x-evil')) return 'a header of the client’s own'
  // Nothing is away, and nothing may break.
  if (status >= 500) return `${status}: ${body}`
  return status < 400 || method === 'HEAD' ? null : problemFault(response, body)
}

function problemFault({ status, headers }: Response, body: string): string | null {
  if (headers.get('content-type') !== 'application/problem+json') return `${status} is no problem: ${body}`
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), ProblemDetails), body)
  if (!problem.success) return `${status} is no whole problem: ${body}`
  const { code, status: said } = problem.output
  const isKnown = publicProblemCodes.some((known) => known === code)
  return isKnown && said === status ? null : `${status} says ${said} ${code}`
}

test('10 000 random requests: never a 5xx, never a hang, and a complete problem for every refusal', async () => {
  const requests = fc.sample(randomRequest, { numRuns: requestCount, seed })
  const statuses = new Set<number>()
  const faults: { request: RandomRequest; key: string; fault: string }[] = []
  for (let from = 0; from < requests.length; from += batchSize) {
    const sent = requests.slice(from, from + batchSize).map(async (request, at) => {
      const key = keys[(from + at) % keys.length] ?? ''
      const { status, fault } = await outcomeOf(request, key).catch((error: unknown) => ({
        status: 0,
        fault: `${error}`,
      }))
      statuses.add(status)
      if (fault !== null) faults.push({ request, key, fault })
    })
    await Promise.all(sent)
  }
  expect({ seed, count: faults.length, faults: faults.slice(0, 5) }).toEqual({ seed, count: 0, faults: [] })
  // They were not all refused at the door.
  expect([200, 204, 400, 401, 403, 404, 405, 406].filter((status) => !statuses.has(status))).toEqual([])
})
