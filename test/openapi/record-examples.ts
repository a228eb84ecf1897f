import { buildExampleRequest } from '@hexawatt/shared/contract/entry/operation'
import { listFurtherTypes, listOfferedTypes, operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { type ProblemCode, ProblemDetails, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import type { AppError } from '@hexawatt/shared/errors/app-error'
import { createProblemDetails } from '@hexawatt/shared/errors/problem-response'
import { type RecordedAnswer, type RecordedProblem, recordedMessage } from '@hexawatt/shared/openapi/examples'
import * as v from 'valibot'
import { createCustomers } from '../gateway/testing/customers.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { madeRefusals } from './testing/made-refusals.ts'
import { type RefusedRequest, refusedRequests } from './testing/refused-requests.ts'
import { shortened } from './testing/shortened.ts'

/** The trace that the examples belong to: a random one would change them with every recording. */
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Nine days after the examples were answered. */
const lateInstant = '2026-02-12T18:20:00Z'

/** Public address of the systems under test. */
const publicBaseUrl = 'http://localhost:8080'

/** A key that belongs to no account. */
const unknownKey = `hxw_${'0'.repeat(32)}`

/** Asks every operation for its example, as an account of its own: the other tests of the minute take most of what one account may ask. */
export async function recordAnswers(system: System): Promise<Record<string, RecordedAnswer>> {
  const key = await system.createKey('scale')
  const get: System['get'] = (path, headers) => system.get(path, { 'x-api-key': key, ...headers })
  const recorded: [string, RecordedAnswer][] = []
  for (const operation of operations) {
    const request = buildExampleRequest(operation)
    const response = await get(request)
    if (response.status !== 200) throw new Error(`${request} answers ${response.status}: ${await response.text()}`)
    const isJson = listOfferedTypes(operation)[0] === 'application/json'
    const body = shortened(operation, isJson ? await response.json() : await response.text())
    const streamed: [string, string][] = []
    for (const accept of listFurtherTypes(operation)) {
      streamed.push([accept, await (await get(request, { accept })).text()])
    }
    const isStreamed = streamed.length > 0
    recorded.push([operation.id, { request, body, ...(isStreamed ? { streamed: Object.fromEntries(streamed) } : {}) }])
  }
  const events = buildExampleRequest(getEvents)
  recorded.push([getEvents.id, { request: events, body: await firstEvent(await get(events)) }])
  const body: unknown = await (await sendMessage(system)).json()
  recorded.push([callMcp.id, { request: callMcp.path, body }])
  return Object.fromEntries(recorded)
}

/** The first event of a stream, without the pause that is drawn for each. */
async function firstEvent(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  // Leaving the loop ends the stream.
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const [, event] = text.match(/^(id: .*?\n\n)/ms) ?? []
    if (event !== undefined) return event
  }
  throw new Error(`the stream ended before its first event: ${text}`)
}

/** Sends the message to `POST /mcp` that the documentation shows. */
export async function sendMessage(
  { gatewayUrl, createKey }: System,
  message: object = recordedMessage,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': await createKey('scale') }
  return fetch(`${gatewayUrl}${callMcp.path}`, { method: 'POST', headers, body: JSON.stringify(message) })
}

/** Brings about every code of the public interface. */
export async function recordProblems(system: System): Promise<Partial<Record<ProblemCode, RecordedProblem>>> {
  const keys = await refusedKeys(system)
  const empty = await startSystem({ asOf: lateInstant })
  const recorded = new Map<ProblemCode, RecordedProblem>(
    Object.entries(madeRefusals).map(([code, error]) => [code as keyof typeof madeRefusals, made(error)]),
  )
  // Time only advances: requests refused for their time come last.
  for (const code of publicProblemCodes.toSorted((one, other) => lateness(one) - lateness(other))) {
    const refused = refusedRequests[code]
    if (refused === undefined) continue
    if (refused.isLate) system.clock.moveTo(lateInstant)
    const { gatewayUrl } = refused.isEmpty ? empty : system
    const problem = await recordProblem(gatewayUrl, refused, keys[refused.key ?? 'largest'])
    if (problem.body.code !== code) throw new Error(`${problem.request}: ${problem.body.code} instead of ${code}`)
    recorded.set(code, problem)
  }
  await empty.stop()
  return Object.fromEntries(recorded)
}

async function recordProblem(
  gatewayUrl: string,
  { path, method = 'GET', accept = '*/*', headers = {}, body: sent }: RefusedRequest,
  key: string | null,
): Promise<RecordedProblem> {
  const keyHeader: Record<string, string> = key === null ? {} : { 'x-api-key': key }
  const response = await fetch(`${gatewayUrl}${path}`, {
    method,
    headers: { accept, traceparent, ...headers, ...keyHeader },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const body = v.parse(ProblemDetails, await response.json())
  return { request: `${method} ${shownPath(path)}`, body }
}

function made(error: AppError): RecordedProblem {
  const instance = error.code === 'too_many_streams' ? '/v1/score/history' : '/v1/score'
  const context = { publicBaseUrl, instance, traceId: traceparent.slice(3, 35) }
  return { request: `GET ${instance}`, body: createProblemDetails(error, context) }
}

const lateness = (code: ProblemCode): number => Number(refusedRequests[code]?.isLate ?? false)

/** An address that is too long would fill the page. */
const shownPath = (path: string): string => (path.length > 200 ? `${path.slice(0, 40)}…` : path)

type KeyKinds = Record<NonNullable<RefusedRequest['key']> | 'largest', string | null>

/** Keys that are refused, each in its way. */
async function refusedKeys(system: System): Promise<KeyKinds> {
  const customers = createCustomers(system)
  return {
    none: null,
    unknown: unknownKey,
    revoked: (await customers.addRevoked()).key,
    expired: (await customers.addExpired()).key,
    decouverte: await system.createKey('decouverte'),
    largest: await system.createKey('scale'),
  }
}
