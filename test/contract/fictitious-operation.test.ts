import { describe, expect, test } from 'bun:test'
import { llmsText } from '@hexawatt/gateway/src/pages/llms-text.ts'
import { createProblemPages } from '@hexawatt/gateway/src/pages/problem-pages.ts'
import { exampleRequest, operation } from '@hexawatt/shared/contract/entry/operation'
import { holdsUntilHour, staleBody } from '@hexawatt/shared/contract/entry/stale-rules'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { forecastParameters } from '@hexawatt/shared/contract/query/forecast-parameters'
import { described, FiniteNumber } from '@hexawatt/shared/contract/values/fields'
import { mount } from '@hexawatt/shared/http/mount'
import { internalTokenHeader, principalHeader, principalOf } from '@hexawatt/shared/http/principal'
import { apiMarkdown } from '@hexawatt/shared/openapi/api-markdown'
import { clientTypes } from '@hexawatt/shared/openapi/client-types'
import { openApiDocument } from '@hexawatt/shared/openapi/document'
import { problemsOf } from '@hexawatt/shared/openapi/responses'
import * as v from 'valibot'

const MoonPhaseResponse = described(
  v.strictObject({ litShare: described(FiniteNumber, 'Share of the disc that is lit, 0 to 1.') }),
  'The moon over the grid.',
)

// What somebody writes to add an endpoint: an entry of the contract, and a handler.
const getMoonPhase = operation({
  id: 'getMoonPhase',
  path: '/v1/moon/phase',
  owner: 'svc-carbon',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(forecastParameters),
  response: MoonPhaseResponse,
  schemas: { MoonPhaseResponse },
  clientFile: 'moon',
  isLive: true,
  staleRule: holdsUntilHour,
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Phase of the moon',
  notes: 'The moon needs no grid.',
  exampleQuery: 'hours=2',
})
const answerMoonPhase = () => ({ body: { litShare: 0.5 }, validators: { etag: 'W/"full"' }, maxAgeSeconds: 60 })

const operations = [...allOperations, getMoonPhase]
const context = { publicBaseUrl: 'https://api.example.org', planTable: defaultPlanTable, demoKey: null }
const document = openApiDocument(context, operations)

describe('an operation of one contract entry and one handler', () => {
  test('is a route of its service, which only the gateway may ask, and its body is checked against the entry', async () => {
    const token = 'internal-token-of-the-fictitious-operation'
    const options = { owner: 'svc-carbon', acceptedTokens: [token], operations: [getMoonPhase] } as const
    const principal = principalOf({ accountId: 'acc_1', keyId: 'key_1', plan: 'pro' }, defaultPlanTable)
    const headers = { [internalTokenHeader]: token, [principalHeader]: JSON.stringify(principal) }
    const ask = (app: ReturnType<typeof mount>, sent: Record<string, string>) =>
      app.handle(new Request(`http://localhost${exampleRequest(getMoonPhase)}`, { headers: sent }))

    const answered = await ask(mount(options, { getMoonPhase: answerMoonPhase }), headers)
    expect([answered.status, await answered.json()]).toEqual([200, { litShare: 0.5 }])
    expect((await ask(mount(options, { getMoonPhase: answerMoonPhase }), {})).status).not.toBe(200)
    const broken = mount(options, { getMoonPhase: () => ({ ...answerMoonPhase(), body: { litShare: 'half' } }) })
    expect((await ask(broken, headers)).status).toBe(500)
  })

  test('stands in the OpenAPI document with its parameters, body, headers and refusals', () => {
    expect(document.paths['/v1/moon/phase']?.get).toMatchObject({
      operationId: 'getMoonPhase',
      tags: ['Carbon'],
      summary: 'Phase of the moon',
      description: 'The moon needs no grid.',
      security: [{ ApiKey: [] }, { Bearer: [] }],
    })
    const { parameters = [], responses = {} } = document.paths['/v1/moon/phase']?.get ?? {}
    expect(parameters[0]).toEqual({ $ref: '#/components/parameters/hours' })
    expect(responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/MoonPhaseResponse',
    })
    expect(Object.keys(responses['200']?.headers ?? {})).toContain('X-RateLimit-Limit-Month')
    expect(Object.keys(responses)).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '406',
      '414',
      '429',
      '431',
      '500',
      '503',
    ])
    expect(document.components.schemas['MoonPhaseResponse']?.properties?.['litShare']).toEqual({
      type: 'number',
      description: 'Share of the disc that is lit, 0 to 1.',
    })
    expect(document.components.examples['getMoonPhase']?.summary).toBe('GET /v1/moon/phase?hours=2')
  })

  test('has a chapter in docs/api.md, and a line for language models', () => {
    const markdown = apiMarkdown(document)
    expect(markdown).toContain('\n### GET /v1/moon/phase\n\nPhase of the moon. The moon needs no grid.\n')
    expect(markdown).toContain('\n### MoonPhaseResponse\n\nThe moon over the grid.\n')
    expect(llmsText(context, operations)).toContain('- [GET /v1/moon/phase](https://api.example.org/docs#/Carbon/')
  })

  test('has its types in the file of the client that the entry names', () => {
    expect(clientTypes(operations)['moon.ts']).toContain(
      '/** The moon over the grid. */\nexport type MoonPhase = {\n  /** Share of the disc that is lit, 0 to 1. */\n  litShare: number\n}\n',
    )
  })

  test('is on the page of each of its refusals, and on no other', async () => {
    const pages = new Map(createProblemPages(context.publicBaseUrl, operations))
    const isNamedOn = async (code: string) => {
      const page = pages.get(`/problems/${code}`)?.(new Request('https://api.example.org/'))
      expect(page?.status).toBe(200)
      return (await new Response(page?.body).text()).includes('<code>/v1/moon/phase</code>')
    }
    expect([...problemsOf(getMoonPhase).values()].flat()).toContain('insufficient_data')
    expect(await Promise.all(['insufficient_data', 'plan_capability_required'].map(isNamedOn))).toEqual([true, true])
    expect(await Promise.all(['infeasible_schedule', 'history_depth_exceeded'].map(isNamedOn))).toEqual([false, false])
  })

  test('is served from the past by its own rule while its service is down', () => {
    const body = new TextEncoder().encode(JSON.stringify(answerMoonPhase().body))
    const madeAt = Temporal.Instant.from('2026-02-03T18:20:00Z')
    const at = (now: string) => staleBody(getMoonPhase.staleRule, { body, madeAt, now: Temporal.Instant.from(now) })
    expect(at('2026-02-03T18:59:59Z')).toBe(body)
    expect(at('2026-02-03T19:00:00Z')).toBeNull()
  })
})
