import { describe, expect, test } from 'bun:test'
import { buildExampleRequest } from '@hexawatt/shared/contract/entry/operation'
import { listFurtherTypes, listOfferedTypes, operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { sendMessage } from './record-examples.ts'
import { document } from './testing/document-fixture.ts'
import { patientPlans, startDocumentedSystem } from './testing/documented-system-fixture.ts'

const system = stopAtEnd(await startDocumentedSystem(patientPlans))

/** Headers that depend on more than the operation and the status: a source that is late, a window that is cut, a body that is worth compressing. */
const sometimes = new Set(['x-service-confidence', 'x-truncated', 'content-encoding'])

/** Headers that the document has for an operation and a status and that none of the answers has. */
function unsentHeaders(
  { path, method }: { path: string; method: string },
  status: number,
  responses: readonly Response[],
): string[] {
  const described = document.paths[path]?.[method === 'POST' ? 'post' : 'get']
  const documented = Object.keys(described?.responses[status]?.headers ?? {})
  const isSent = (name: string): boolean => responses.some(({ headers }) => headers.has(name))
  return documented.map((name) => name.toLowerCase()).filter((name) => !sometimes.has(name) && !isSent(name))
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const request = buildExampleRequest(operation)
  /** The default type, and those of a stream, which have headers of their own. */
  const types = [listOfferedTypes(operation)[0] ?? '', ...listFurtherTypes(operation)]

  test('every documented header is sent with a response and with a 304', async () => {
    const answers = await Promise.all(types.map((accept) => system.get(request, { accept })))
    expect(unsentHeaders(operation, 200, answers)).toEqual([])
    const known = await Promise.all(
      answers.map(({ headers }, index) =>
        system.get(request, { accept: types[index] ?? '', 'if-none-match': headers.get('etag') ?? '' }),
      ),
    )
    expect(new Set(known.map(({ status }) => status))).toEqual(new Set([304]))
    expect(unsentHeaders(operation, 304, known)).toEqual([])
  })

  test('every documented header is sent with refusals', async () => {
    const refused = [
      // The façade ignores unknown parameters.
      ...(operation.isFacade ? [] : [await system.get(`${operation.path}?nonsense=1`)]),
      await system.get(operation.path, { accept: 'application/xml' }),
      ...(operation.needsKey ? [await fetch(`${system.gatewayUrl}${operation.path}`)] : []),
    ]
    const unsent = refused.map((response) => [
      response.status,
      ...unsentHeaders(operation, response.status, [response]),
    ])
    expect(unsent).toEqual(refused.map(({ status }) => [status]))
  })
})

test('every documented header is sent with a message, a notification and an event stream', async () => {
  const headers = { 'x-api-key': await system.createKey('scale'), 'content-type': 'application/json' }
  const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const noted = await fetch(`${system.gatewayUrl}${callMcp.path}`, { method: 'POST', headers, body: notification })
  const leaving = new AbortController()
  const events = await fetch(`${system.gatewayUrl}${getEvents.path}`, { headers, signal: leaving.signal })
  expect(unsentHeaders(callMcp, 200, [await sendMessage(system)])).toEqual([])
  expect([noted.status, ...unsentHeaders(callMcp, 202, [noted])]).toEqual([202])
  expect([events.status, ...unsentHeaders(getEvents, 200, [events])]).toEqual([200])
  leaving.abort()
})
