import { describe, expect, test } from 'bun:test'
import { writeLlmsText } from '@hexawatt/gateway/src/gateway-answers/llms-text.ts'
import { buildExampleRequest } from '@hexawatt/shared/contract/entry/operation'
import { selectStaleBody } from '@hexawatt/shared/contract/entry/stale-rules'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createEdge } from '@hexawatt/shared/http/edge'
import { mountOperations } from '@hexawatt/shared/http/mount'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { renderApiMarkdown } from '@hexawatt/shared/openapi/api-markdown'
import { renderClientTypes } from '@hexawatt/shared/openapi/client/client-types'
import { renderPythonModels } from '@hexawatt/shared/openapi/client/python-models'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import { listProblems } from '@hexawatt/shared/openapi/responses'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { buildAssets } from '@hexawatt/svc-web/src/kit/assets.ts'
import { createProblemPages } from '@hexawatt/svc-web/src/pages/problems/problem-pages.ts'
import { answerMoonPhase, getMoonPhase } from './testing/moon-phase.ts'

const operations = [...allOperations, getMoonPhase]
const context = { publicBaseUrl: 'https://api.example.org', planTable: defaultPlanTable, demoKey: null }
const document = createOpenApiDocument(context, operations)

describe('an operation of one contract entry and one handler', () => {
  test('the operation is a route of its service for the gateway only, which parses the query and checks the body by the contract entry', async () => {
    const token = 'internal-token-of-the-fictitious-operation'
    const options = { owner: 'svc-carbon', acceptedTokens: [token], operations: [getMoonPhase] } as const
    const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'pro' }, defaultPlanTable)
    const headers = { [internalTokenHeader]: token, [principalHeader]: JSON.stringify(principal) }
    const deps = { logger: createLogger('test', 'silent'), metrics: null, publicBaseUrl: '' }
    const serve = (answer: typeof answerMoonPhase) => {
      const app = createEdge(deps).use(mountOperations(options, { getMoonPhase: answer }))
      return (path: string, sent: Record<string, string> = headers) =>
        app.handle(new Request(`http://localhost${path}`, { headers: sent }))
    }
    const ask = serve(answerMoonPhase)
    const answered = await ask(buildExampleRequest(getMoonPhase))
    expect([answered.status, await answered.json()]).toEqual([200, { litShare: 0.5 }])
    expect((await ask(buildExampleRequest(getMoonPhase), {})).status).toBe(404)
    expect(await (await ask('/v1/moon/phase?hours=49')).json()).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining('"hours" (received "49")'),
    })
    const askBroken = serve(() => ({ ...answerMoonPhase({ query: { hours: 1 } }), body: { litShare: Number.NaN } }))
    expect((await askBroken('/v1/moon/phase')).status).toBe(500)
  })

  test('the OpenAPI document has the operation with its parameters, body, headers and refusals', () => {
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

  test('the document of a deprecated operation says since when, until when and what replaces it', () => {
    const deprecated = { since: '2027-01-01T00:00:00Z', sunset: '2028-01-01T00:00:00Z', instead: 'Look at the sky.' }
    const announcing = createOpenApiDocument(context, [...allOperations, { ...getMoonPhase, deprecated }])
    const operation = announcing.paths['/v1/moon/phase']?.get
    expect([operation?.deprecated, document.paths['/v1/moon/phase']?.get?.deprecated]).toEqual([true, undefined])
    const said =
      '**Deprecated since 2027-01-01**; it works until 2028-01-01 at least. Look at the sky. The moon needs no grid.'
    expect(operation?.description).toBe(said)
    expect(renderApiMarkdown(announcing)).toContain(`Phase of the moon. ${said}`)
    const lacking = Object.values(operation?.responses ?? {}).filter(({ headers }) =>
      ['Deprecation', 'Sunset', 'Link'].some((name) => headers[name] === undefined),
    )
    expect(lacking).toEqual([])
  })

  test('docs/guide/api.md has a chapter about the operation, and llms.txt a line', () => {
    const markdown = renderApiMarkdown(document)
    expect(markdown).toContain('\n### GET /v1/moon/phase\n\nPhase of the moon. The moon needs no grid.\n')
    expect(markdown).toContain('\n### MoonPhaseResponse\n\nThe moon over the grid.\n')
    expect(writeLlmsText(context, operations)).toContain('- [GET /v1/moon/phase](https://api.example.org/docs#/Carbon/')
  })

  test('the client file named by the entry has the operation’s types', () => {
    expect(renderClientTypes(operations)['moon.ts']).toContain(
      '/** The moon over the grid. */\nexport type MoonPhase = {\n  /** Share of the disc that is lit, 0 to 1. */\n  litShare: number\n}\n',
    )
  })

  test('the Python client has a model of the operation’s body in the module of that file', () => {
    expect(renderPythonModels(operations)['moon.py']).toContain(
      'class MoonPhase(Body):\n    """The moon over the grid."""\n\n    lit_share: float = Field(alias="litShare")\n    """Share of the disc that is lit, 0 to 1."""\n',
    )
  })

  test('the page of each of the operation’s refusals names it, and no other page does', async () => {
    const site = { publicBaseUrl: context.publicBaseUrl, assets: await buildAssets(), hasAccounts: false }
    const pages = createProblemPages(site, operations)
    const isNamedOn = async (code: string) => {
      const page = pages.find(({ path }) => path === `/problems/${code}`)
      const response = await page?.answer(new Request('https://api.example.org/'))
      expect(response?.status).toBe(200)
      return (await response?.text())?.includes('<code>/v1/moon/phase</code>')
    }
    expect([...listProblems(getMoonPhase).values()].flat()).toContain('insufficient_data')
    expect(await Promise.all(['insufficient_data', 'plan_capability_required'].map(isNamedOn))).toEqual([true, true])
    expect(await Promise.all(['infeasible_schedule', 'history_depth_exceeded'].map(isNamedOn))).toEqual([false, false])
  })

  test('the operation’s own stale rule applies while its service is down', () => {
    const body = new TextEncoder().encode(JSON.stringify({ litShare: 0.5 }))
    const madeAt = Temporal.Instant.from('2026-02-03T18:20:00Z')
    const at = (now: string) =>
      selectStaleBody(getMoonPhase.staleRule, { body, madeAt, now: Temporal.Instant.from(now) })
    expect(at('2026-02-03T18:59:59Z')).toBe(body)
    expect(at('2026-02-03T19:00:00Z')).toBeNull()
  })
})
