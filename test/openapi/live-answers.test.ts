import { beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { buildExampleRequest } from '@hexawatt/shared/contract/entry/operation'
import {
  allOperations,
  listOfferedTypes,
  type Operation,
  operations,
  usualTypes,
} from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getCarbonExplain } from '@hexawatt/shared/contract/operations/get-carbon-explain'
import { getCarbonSeries } from '@hexawatt/shared/contract/operations/get-carbon-series'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { getForecastArchive } from '@hexawatt/shared/contract/operations/get-forecast-archive'
import { getScoreHistory } from '@hexawatt/shared/contract/operations/get-score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { isCurlMissing } from '../documents/testing/shown-commands.ts'
import { recordAnswers, recordProblems, sendMessage } from './record-examples.ts'
import { document, schemaErrors } from './testing/document-fixture.ts'
import { startDocumentedSystem } from './testing/documented-system-fixture.ts'
import { runCurlSnippets, runTypeScriptSnippets } from './testing/run-snippets.ts'

const system = stopAtEnd(await startDocumentedSystem())

/** The key of a test: all of them together ask more often than one account may. */
let key = ''
beforeEach(async () => {
  key = await system.createKey('scale')
})
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  system.get(path, { 'x-api-key': key, ...headers })

/** Headers of the connection and of the body, which OpenAPI leaves to HTTP. */
const ofHttp = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Headers that an answer has and the document does not know for that operation and status; empty when there are none. */
function undocumentedHeaders({ path }: Operation, { status, headers }: Response): string[] {
  const documented = Object.keys(document.paths[path]?.get?.responses[status]?.headers ?? {})
  const known = new Set(documented.map((name) => name.toLowerCase()))
  return [...headers.keys()].filter((name) => !known.has(name) && !ofHttp.has(name))
}

const schemaOf = ({ path }: Operation, status: number, type: string): string =>
  `#/paths/${path.replaceAll('/', '~1')}/get/responses/${status}/content/${type.replaceAll('/', '~1')}/schema`

/** Headers of every good answer. */
function requiredHeaders(operation: Operation): string[] {
  const ofLimits = ['x-ratelimit-limit-minute', 'x-ratelimit-remaining-minute', 'ratelimit', 'ratelimit-policy']
  const ofMonth = ['x-ratelimit-limit-month', 'x-ratelimit-remaining-month']
  const ofKey = operation.needsKey ? ofMonth : []
  const ofData = operation.needsKey && !operation.isFixedTable ? ['x-data-mode'] : []
  return ['x-request-id', 'etag', 'cache-control', 'vary', ...ofLimits, ...ofKey, ...ofData]
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const request = buildExampleRequest(operation)

  test('its live response matches the document under every usual type, including headers', async () => {
    for (const type of operation.exportedAs !== null ? listOfferedTypes(operation) : usualTypes) {
      const response = await get(request, { accept: type })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toStartWith(type)
      expect(undocumentedHeaders(operation, response)).toEqual([])
      expect(requiredHeaders(operation).filter((name) => !response.headers.has(name))).toEqual([])
      const isText = operation.exportedAs !== null && type.startsWith('text/')
      const body: unknown = isText ? await response.text() : await response.json()
      expect(schemaErrors(schemaOf(operation, 200, type), body)).toEqual([])
    }
  })

  test('its 304 matches the document and has no body', async () => {
    const etag = (await get(request)).headers.get('etag') ?? ''
    const response = await get(request, { 'if-none-match': etag })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(undocumentedHeaders(operation, response)).toEqual([])
  })

  test('its refusals match the document, including headers', async () => {
    const refused = [
      // The façade ignores unknown parameters.
      ...(operation.isFacade ? [] : [await get(`${operation.path}?nonsense=1`)]),
      await get(operation.path, { accept: 'application/xml' }),
      ...(operation.needsKey ? [await fetch(`${system.gatewayUrl}${operation.path}`)] : []),
    ]
    const statuses = refused.map(({ status }) => status)
    const ofNonsense = operation.isFacade ? [] : [400]
    expect(statuses).toEqual([...ofNonsense, 406, ...(operation.needsKey ? [401] : [])])
    for (const response of refused) {
      expect(undocumentedHeaders(operation, response)).toEqual([])
      const { status } = response
      const problem = await response.json()
      expect(schemaErrors(schemaOf(operation, status, 'application/problem+json'), problem)).toEqual([])
      const { content = {} } = document.paths[operation.path]?.get?.responses[status] ?? {}
      expect(Object.keys(content['application/problem+json']?.examples ?? {})).toContain(Object(problem).code)
    }
  })
})

test('the history under its streamed types matches the document point by point', async () => {
  const streamed = operations.filter((operation) => operation.streamedAs !== null)
  expect(streamed.map(({ id }) => id)).toEqual(['getCarbonSeries', 'getScoreHistory', 'getForecastArchive'])
  const request = buildExampleRequest(getScoreHistory)
  const lines = (await (await get(request, { accept: 'application/x-ndjson' })).text()).trim().split('\n')
  expect(lines).toHaveLength(6)
  for (const line of lines) {
    const { provenance, ...point } = JSON.parse(line)
    expect(provenance).toBe('live')
    expect(schemaErrors('#/components/schemas/HistoryPoint', point)).toEqual([])
  }
  const csv = await (await get(request, { accept: 'text/csv' })).text()
  const fields = Object.keys(document.components.schemas['HistoryPoint']?.properties ?? {})
  expect(csv.split('\r\n')[0]).toBe([...fields, 'provenance'].join(','))
})

test.each([
  { operation: getForecastArchive, point: 'ArchivedForecastPoint', count: 2 },
  { operation: getCarbonSeries, point: 'CarbonSeriesPoint', count: 4 },
])('$point under its streamed types matches the document', async ({ operation, point, count }) => {
  const request = buildExampleRequest(operation)
  const lines = (await (await get(request, { accept: 'application/x-ndjson' })).text()).trim().split('\n')
  expect(lines).toHaveLength(count)
  for (const line of lines) expect(schemaErrors(`#/components/schemas/${point}`, JSON.parse(line))).toEqual([])
  const csv = await (await get(request, { accept: 'text/csv' })).text()
  const fields = Object.keys(document.components.schemas[point]?.properties ?? {})
  expect(csv.split('\r\n')[0]).toBe(fields.join(','))
})

test('a message to /mcp is answered as documented, including headers', async () => {
  const { responses = {} } = document.paths[callMcp.path]?.post ?? {}
  const response = await sendMessage(system)
  const documented = Object.keys(responses['200']?.headers ?? {}).map((name) => name.toLowerCase())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect([...response.headers.keys()].filter((name) => !documented.includes(name) && !ofHttp.has(name))).toEqual([])
  for (const name of ['x-data-mode', 'cache-control', 'x-ratelimit-remaining-month', 'ratelimit', 'x-request-id']) {
    expect([name, response.headers.has(name), documented.includes(name)]).toEqual([name, true, true])
  }
})

test.each([
  ['a request', { jsonrpc: '2.0', id: 'one', method: 'ping', params: {} }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['an empty object', {}],
  ['no version', { id: 1, method: 'ping' }],
  ['a fraction as id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
  ['a list as parameters', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }],
  ['an unknown member', { jsonrpc: '2.0', id: 1, method: 'ping', note: 'unknown' }],
])('/mcp accepts exactly the messages that its documented body does: %s', async (_, message) => {
  const response = await sendMessage(system, message)
  const errors = schemaErrors('#/paths/~1mcp/post/requestBody/content/application~1json/schema', message)
  expect([response.status === 400, message]).toEqual([errors.length > 0, message])
})

test('the colour archive matches the document under every type', async () => {
  const request = '/v1/forecast/archive?quantity=tariffColor'
  const body = await (await get(request)).json()
  expect(schemaErrors('#/components/schemas/ArchiveResponse', body)).toEqual([])
  const lines = (await (await get(request, { accept: 'application/x-ndjson' })).text()).trim().split('\n')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(schemaErrors('#/components/schemas/ArchivedColorPoint', JSON.parse(line))).toEqual([])
  }
})

test('the explanation of a stored point comes from another program, matches the document, and has the figures of the history', async () => {
  const at = '2026-02-03T17:30:00Z'
  const response = await get(`${getCarbonExplain.path}?at=${at}`)
  expect([response.status, undocumentedHeaders(getCarbonExplain, response)]).toEqual([200, []])
  const body = await response.json()
  expect(schemaErrors(schemaOf(getCarbonExplain, 200, 'application/json'), body)).toEqual([])
  const { computedFor, provenance, carbon, score } = Object(body)
  expect([computedFor, provenance]).toEqual([at, 'live'])
  const window = `from=${at}&to=2026-02-03T17:40:00Z&granularity=raw`
  const { points } = Object(await (await get(`${getScoreHistory.path}?${window}`)).json())
  expect(points).toMatchObject([
    {
      globalScore: score.composite.globalScore,
      carbonIntensityGco2Kwh: carbon.production.gCo2PerKwh,
      carbonIntensityConsumptionGco2Kwh: carbon.consumption.gCo2PerKwh,
    },
  ])
})

test('an unknown path is answered as documented', async () => {
  const stray = {
    NotFound: await get('/v1'),
    MethodNotAllowed: await fetch(`${system.gatewayUrl}/v1/score`, { method: 'POST' }),
  }
  for (const [name, response] of Object.entries(stray)) {
    const known = Object.keys(document.components.responses[name]?.headers ?? {}).map((header) => header.toLowerCase())
    expect([...response.headers.keys()].filter((header) => !known.includes(header) && !ofHttp.has(header))).toEqual([])
    expect(schemaErrors('#/components/schemas/ProblemDetails', await response.json())).toEqual([])
  }
})

describe('the calls to copy at /docs', () => {
  const reader = async () => ({ gatewayUrl: system.gatewayUrl, key: await system.createKey('scale') })

  test.skipIf(isCurlMissing('the curl lines of the documentation'))(
    'the curl line of every operation gets its answer',
    async () => {
      const printed = await runCurlSnippets(await reader())
      for (const operation of operations) {
        if (operation.exportedAs?.startsWith('text/')) expect(printed[operation.id]).toMatch(/^(?:# HELP|BEGIN:)/)
        else expect([operation.id, JSON.parse(printed[operation.id] ?? '').code]).toEqual([operation.id, undefined])
      }
      expect(printed[getEvents.id]).toMatch(/^event: /m)
      expect(JSON.parse(printed[callMcp.id] ?? '').result.tools.length).toBeGreaterThan(5)
    },
  )

  test('the TypeScript of every operation runs and prints its answer', async () => {
    const printed = await runTypeScriptSnippets(await reader())
    for (const { id } of allOperations) expect([id, (printed[id] ?? '').length > 20]).toEqual([id, true])
  })
})

const examples = join(import.meta.dir, '../../shared/src/openapi/examples')

/** `WRITE_EXAMPLES=1 bun run test test/openapi/live-answers.test.ts` writes the examples anew. */
const isWriting = Bun.env['WRITE_EXAMPLES'] === '1'

/** Holds a file of examples to what the product answers now. */
async function expectRecorded(name: string, recorded: object): Promise<void> {
  const path = join(examples, name)
  const text = `${JSON.stringify(recorded, null, 2)}\n`
  if (isWriting) await Bun.write(path, text)
  expect(await Bun.file(path).json()).toEqual(recorded)
}

test('the examples of the documentation are the product’s responses to the last digit', async () => {
  await expectRecorded('answers.json', await recordAnswers(system))
})

// The last one: it moves the clock of the system.
test('the examples of the codes are the product’s refusals', async () => {
  await expectRecorded('problems.json', await recordProblems(system))
})
