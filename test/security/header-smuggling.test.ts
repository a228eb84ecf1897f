import { describe, expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { listProblems } from '@hexawatt/shared/openapi/responses'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { everyOperation, keyedOperations } from '../gateway/testing/operation-calls.ts'
import { portOf, type RawAnswer, rawRequest, readRaw, sendRaw } from '../gateway/testing/raw-http.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'

/** The free plan of this system has a short forecast, so that smuggled rights would show. */
const decouverte = { ...generousPlanTable.plans.decouverte, forecastHours: 6 }
const planTable = { ...generousPlanTable, plans: { ...generousPlanTable.plans, decouverte } }

const system = stopAtEnd(await startServedSystem({ seams: { planTable } }))
const free = await system.createKey('decouverte')

/** A day before the depth of the free plan, of which a figure of a region is stored. */
const deepDay = '2026-01-01'
await system.ingest.partitions.ensure('regional_values', [Temporal.Instant.from(`${deepDay}T10:00:00Z`)])
await system.sql`
  insert into regional_values (region, slot_start, slot_end, consumption, publisher, nature, known_from, payload_id)
  values ('11', ${`${deepDay}T10:00:00Z`}, ${`${deepDay}T10:15:00Z`}, 100, 'odre', 'consolidated', ${`${deepDay}T11:00:00Z`}, 0)`

/** A principal that may do everything. */
const mighty = JSON.stringify(
  createPrincipal({ accountId: 'acc_of_another', keyId: 'key_of_another', plan: 'scale' }, defaultPlanTable),
)

/** Internal headers as a customer may try them: in any case, twice, and with the true token. */
function smuggled(): string[][] {
  const token = system.gatewaySettings.INTERNAL_TOKEN
  const spellings = [
    [internalTokenHeader, principalHeader],
    [internalTokenHeader.toUpperCase(), principalHeader.toUpperCase()],
    ['X-Internal-Token', 'X-Hexawatt-Principal'],
    ['x_internal_token', 'x_hexawatt_principal'],
  ]
  const others = ['plan: scale', 'account: acc_1', 'entitlements: {"customWeights":true}'].map(
    (rest) => `X-Hexawatt-${rest}`,
  )
  return [
    ...spellings.map(([tokenName, principalName]) => [
      `${tokenName}: ${token}`,
      `${principalName}: ${mighty}`,
      ...others,
    ]),
    [
      `x-internal-token: ${token}`,
      `x-internal-token: ${token}`,
      `x-hexawatt-principal: ${mighty}`,
      `X-HEXAWATT-PRINCIPAL: ${mighty}`,
    ],
    [`connection: x-hexawatt-principal`, `x-internal-token: ${token}`, `x-hexawatt-principal: ${mighty}`],
  ]
}

async function ask(path: string, headers: readonly string[]): Promise<RawAnswer> {
  return readRaw(await sendRaw(portOf(system.gatewayUrl), rawRequest(`GET ${path} HTTP/1.1`, headers)))
}

const codeOf = ({ body }: RawAnswer): unknown => Object(JSON.parse(body)).code

describe.each(keyedOperations)('%s', (_, operation) => {
  test('a client’s own internal headers are no replacement for a key', async () => {
    for (const headers of smuggled()) {
      const answer = await ask(operation.path, headers)
      expect([answer.status, codeOf(answer)]).toEqual([401, 'missing_api_key'])
    }
  })

  test('a client’s own internal headers give a key no right beyond its plan', async () => {
    const [weighted, tooDeep] = ['plan_capability_required', 'history_depth_exceeded'] as const
    // The archive and stored instants are refused to the demo key only, and take no weights.
    const isArchive = operation.id === 'getForecastArchive'
    const has = (name: string): boolean => Object.hasOwn(operation.query.entries, name)
    const instant = isArchive ? 'issuedFrom' : (operation.past?.parameter ?? null)
    const queries = has('date')
      ? ([[`?date=${deepDay}`, tooDeep]] as const)
      : instant !== null
        ? ([[`?${instant}=2026-01-01T00:00:00Z`, tooDeep]] as const)
        : ([
            ...(has('profile') ? ([['?profile=carbon', weighted]] as const) : []),
            [`?from=2026-01-01T00:00:00Z${has('granularity') ? '&granularity=hourly' : ''}`, tooDeep],
          ] as const)
    const codes = [...listProblems(operation).values()].flat()
    for (const [query, code] of queries) {
      // The façade has no such parameter; test/exports/electricity-maps-rights.test.ts holds its depth.
      if (!codes.includes(code) || operation.isFacade) continue
      const wanted = operation.id === 'getScoreAnalytics' ? 'plan_capability_required' : code
      for (const headers of smuggled()) {
        const answer = await ask(`${operation.path}${query}`, [`x-api-key: ${free}`, ...headers])
        expect([answer.status, codeOf(answer)]).toEqual([403, wanted])
      }
    }
  })
})

test('a client’s own internal headers lengthen no forecast and use up no limit of another account', async () => {
  for (const headers of smuggled()) {
    const { body, headers: answered } = await ask('/v1/score/forecast?hours=48', [`x-api-key: ${free}`, ...headers])
    expect(Object(JSON.parse(body)).servedHours).toBe(6)
    expect(answered.get('x-ratelimit-limit-month')).toBe(String(defaultPlanTable.plans.decouverte.monthlyQuota))
  }
})

test.each(everyOperation)('%s: no answer reveals internals', async (_, { path }) => {
  for (const headers of [[], [`x-api-key: ${free}`]]) {
    const answer = await ask(path, headers)
    const names = [...answer.headers.keys()]
    expect(
      names.filter((name) => /internal|hexawatt|principal|server|powered|cookie|via|traceparent/.test(name)),
    ).toEqual([])
    const told = `${JSON.stringify([...answer.headers])}${answer.body}`
    for (const inside of [system.carbonUrl, system.scoreUrl, system.historyUrl, 'acc_', 'key_', '.ts:']) {
      expect(told).not.toContain(inside.replace('http://', ''))
    }
  }
})
