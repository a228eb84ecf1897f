import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mcpTools } from '@hexawatt/shared/contract/formats/mcp-tools'
import { operations } from '@hexawatt/shared/contract/operations'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { connectMcp, type ToolAnswer } from './testing/mcp-client.ts'

let system: System
let empty: System
let mcp: Awaited<ReturnType<typeof connectMcp>>
beforeAll(async () => {
  system = await startServedSystem()
  mcp = await connectMcp(system, await system.createKey('scale'))
})
afterAll(async () => {
  await mcp.client.close()
  await system.stop()
  await empty?.stop()
})

/** The arguments of a tool as the query of its operation. */
const queryOf = (args: Readonly<Record<string, string | number>>): URLSearchParams =>
  new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]))

const jsonOf = async (path: string): Promise<unknown> => (await system.get(path)).json()

/** A problem body without the trace, which is of the request. */
const withoutTrace = (problem: unknown): unknown => ({ ...Object(problem), traceId: '' })

/**
 * What a tool and its operation answer to the same question, told apart by nothing but the trace. A refusal has no structured content, which has to
 * agree with the output schema of the tool.
 */
function expectProblem(answer: ToolAnswer, problem: unknown): void {
  expect(answer.isError).toBe(true)
  expect(withoutTrace(answer.body)).toEqual(withoutTrace(problem))
  expect(answer.structured).toBeUndefined()
}

/** Arguments with which each tool answers. */
const goodArguments: Readonly<Record<(typeof mcpTools)[number]['name'], Record<string, unknown>>> = {
  current_grid: {},
  plan_load: { durationMinutes: 60 },
  outlook: { hours: 6, resolution: '15m' },
  score_forecast: { hours: 12, profile: 'carbon' },
  tariff_outlook: {},
  explain: {},
  history_summary: {},
  compare_contracts: { loadKwh: Array.from({ length: 24 }, () => 0.5) },
}

describe('the tools', () => {
  test('there are eight tools, each with a description and exactly its operation’s parameters as the contract describes them', async () => {
    const { tools } = await mcp.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(goodArguments))
    for (const [at, { operation: id }] of mcpTools.entries()) {
      // Its arguments are those of no query.
      if (id === 'compareContracts') continue
      const { inputSchema, annotations, description } = tools[at] ?? {}
      const entries = operations.find((one) => one.id === id)?.query.entries ?? {}
      expect(Object.keys(inputSchema?.properties ?? {})).toEqual(Object.keys(entries))
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(annotations).toMatchObject({ readOnlyHint: true })
      expect(description?.length).toBeGreaterThan(100)
    }
    const { properties } = tools[1]?.inputSchema ?? {}
    expect(properties).toMatchObject({
      energyKWh: { type: 'number', exclusiveMinimum: 0, maximum: 1_000, description: expect.stringContaining('kWh') },
      earliest: { type: 'string' },
      objective: { enum: ['cost', 'carbon', 'score'], default: 'score' },
    })
    // An argument is not part of an address.
    expect(JSON.stringify(tools)).not.toContain('%2B')
  })

  test.each(Object.entries(goodArguments))(
    '%s has a self-contained output schema that accepts its response and rejects an incomplete one',
    async (name, args) => {
      const { tools } = await mcp.client.listTools()
      const schema = tools.find((tool) => tool.name === name)?.outputSchema
      expect([schema?.type, Object.keys(schema?.properties ?? {}).toSorted()]).toEqual([
        'object',
        [...(schema?.required ?? [])].toSorted(),
      ])
      const text = JSON.stringify(schema)
      expect(text).not.toMatch(/components|int32|double|"additionalProperties":false/)
      const validate = addFormats(new Ajv2020({ strict: false })).compile(Object(schema))
      // The official client checks it too, once it has the list.
      const { isError, structured, body } = await mcp.callTool(name, args)
      expect([isError, structured]).toEqual([false, body])
      expect([validate(structured), validate.errors]).toEqual([true, null])
      for (const member of Object(schema).required) {
        const { [member]: _without, ...lesser } = Object(structured)
        expect([member, validate(lesser)]).toEqual([member, false])
      }
      expect(validate({ ...Object(structured), further: 1 })).toBe(true)
    },
  )

  test('outlook and score_forecast return what their endpoints return', async () => {
    const { body: outlook } = await mcp.callTool('outlook', { hours: 6, resolution: '15m' })
    expect(outlook).toEqual(await jsonOf('/v1/outlook?hours=6&resolution=15m'))
    const { body: forecast } = await mcp.callTool('score_forecast', { hours: 12, profile: 'carbon' })
    expect(forecast).toEqual(await jsonOf('/v1/score/forecast?hours=12&profile=carbon'))
  })

  test('plan_load returns what GET /v1/schedule returns, as text and as an object', async () => {
    const args = { energyKWh: 30, powerKW: 7.4, latest: '2026-02-04T07:00:00+01:00', maxSegments: 4, objective: 'cost' }
    const { isError, body, structured, notes } = await mcp.callTool('plan_load', args)
    expect(isError).toBe(false)
    expect(body).toEqual(await jsonOf(`/v1/schedule?${queryOf(args)}`))
    expect(structured).toEqual(body)
    const seasons = { offPeakSummer: '2h-6h,13h-17h', offPeakWinter: '22h30-6h30' }
    const contract = { durationMinutes: 120, tariff: 'hphc', subscribedKva: 9, ...seasons, quiet: '23h-7h' }
    const { body: underContract } = await mcp.callTool('plan_load', contract)
    expect(underContract).toMatchObject({ tariff: 'hphc', plan: { cost: { basis: 'regulated' } } })
    expect(underContract).toEqual(await jsonOf(`/v1/schedule?${queryOf(contract)}`))
    // Demo data must not be presented as real data.
    expect(notes).toEqual([expect.stringContaining('X-Data-Mode: demo')])
  })

  test('current_grid returns score, carbon intensity, grid signal and intensity of consumption, each as its endpoint does', async () => {
    const { body } = await mcp.callTool('current_grid', { profile: 'carbon' })
    expect(body).toEqual({
      score: await jsonOf('/v1/score?profile=carbon'),
      carbon: await jsonOf('/v1/carbon/intensity'),
      gridStatus: await jsonOf('/v1/grid/status'),
      consumption: await jsonOf('/v1/carbon/consumption'),
      unavailable: [],
    })
  })

  test('current_grid names an unavailable part and returns the others', async () => {
    const gateway = await system.startGateway({ settings: { SVC_CARBON_URL: 'http://127.0.0.1:1' } })
    await using partial = await connectMcp({ gatewayUrl: gateway.url }, await system.createKey('scale'))
    const { isError, body } = await partial.callTool('current_grid')
    expect({ isError, body }).toMatchObject({
      isError: false,
      body: {
        score: await jsonOf('/v1/score'),
        carbon: null,
        gridStatus: await jsonOf('/v1/grid/status'),
        consumption: null,
        unavailable: [
          { code: 'service_unavailable', instance: '/v1/carbon/intensity' },
          { code: 'service_unavailable', instance: '/v1/carbon/consumption' },
        ],
      },
    })
    await gateway.stop()
  })

  test('tariff_outlook and history_summary return what their endpoints return', async () => {
    expect((await mcp.callTool('tariff_outlook')).body).toEqual(await jsonOf('/v1/tariff/outlook'))
    const args = { from: '2026-02-03T17:00:00Z', to: '2026-02-03T18:00:00Z', timezone: 'Europe/Paris' }
    const { body } = await mcp.callTool('history_summary', args)
    expect(body).toEqual(await jsonOf(`/v1/score/analytics?${queryOf(args)}`))
  })
})

describe('a refusal of an endpoint is a tool result with the same problem body', () => {
  const refusals: [tool: string, args: Record<string, string | number>, path: string, code: string, named: string][] = [
    ['plan_load', { durationMinutes: 0 }, '/v1/schedule', 'invalid_parameter', 'durationMinutes'],
    ['plan_load', { durationMinutes: 60, offpeak: '22:00-06:00' }, '/v1/schedule', 'unknown_parameter', 'offpeak'],
    ['plan_load', { durationMinutes: 600, latest: '2026-02-04T00:00:00Z' }, '/v1/schedule', 'infeasible_schedule', ''],
    ['current_grid', { wPrice: 0.5 }, '/v1/score', 'weights_incomplete', 'wCarbon'],
    ['outlook', { hours: 0 }, '/v1/outlook', 'invalid_parameter', 'hours'],
    ['score_forecast', { hours: 49 }, '/v1/score/forecast', 'invalid_parameter', 'hours'],
    ['tariff_outlook', { hours: 1 }, '/v1/tariff/outlook', 'unknown_parameter', 'hours'],
    ['history_summary', { timezone: 'Mars/Olympus' }, '/v1/score/analytics', 'invalid_parameter', 'timezone'],
  ]

  test.each(refusals)('%s %j', async (tool, args, path, code, named) => {
    const answer = await mcp.callTool(tool, args)
    expectProblem(answer, await jsonOf(`${path}?${queryOf(args)}`))
    expect(answer.body).toMatchObject({ code, instance: path, detail: expect.stringContaining(named) })
  })

  test('a value that no query can hold is refused with its parameter', async () => {
    const { isError, body } = await mcp.callTool('plan_load', { durationMinutes: [60] })
    expect({ isError, body }).toMatchObject({
      isError: true,
      body: { code: 'invalid_parameter', detail: expect.stringContaining('"durationMinutes" (received "[60]")') },
    })
  })

  test('through a tool the free plan has no analytics and no own weights, and has all else', async () => {
    const key = await system.createKey('decouverte')
    await using free = await connectMcp(system, key)
    const refusedAs = async (path: string) => (await system.get(path, { 'x-api-key': key })).json()
    expectProblem(await free.callTool('history_summary'), await refusedAs('/v1/score/analytics'))
    const { body } = await free.callTool('history_summary')
    expect(body).toMatchObject({ code: 'plan_capability_required', responseFields: expect.any(Array) })
    expectProblem(await free.callTool('current_grid', { profile: 'price' }), await refusedAs('/v1/score?profile=price'))
    const forecast = '/v1/score/forecast?profile=price'
    expectProblem(await free.callTool('score_forecast', { profile: 'price' }), await refusedAs(forecast))
    expect((await free.callTool('outlook')).isError).toBe(false)
    expect((await free.callTool('plan_load', { durationMinutes: 60 })).isError).toBe(false)
  })

  test('a tool without enough data says when to come back', async () => {
    empty = await startSystem({ asOf: '2026-02-03T18:20:00Z' })
    await using early = await connectMcp(empty, await empty.createKey('scale'))
    const answer = await early.callTool('current_grid')
    expectProblem(answer, await (await empty.get('/v1/score')).json())
    expect(answer.body).toMatchObject({ code: 'insufficient_data', confidence: expect.any(Number) })
    expect(answer.notes).toEqual(['Ask again no sooner than in 300 seconds.'])
  })

  test('an unknown tool is a protocol error', async () => {
    await expect(mcp.callTool('delete_grid')).rejects.toThrow('Unknown tool')
  })
})
