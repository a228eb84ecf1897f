import { expect, test } from 'bun:test'
import { TariffsResponse } from '@hexawatt/shared/contract/planning/contracts'
import { internalTokenHeader } from '@hexawatt/shared/http/principal'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createPlanHeaders, startScoreFixture } from '../testing/score-fixture.ts'
import { createTariffsAnswer } from './tariffs-answer.ts'

const fixture = stopAtEnd(await startScoreFixture())

test('GET /api/tariffs has the whole table by id, oldest first, with source and certainty', async () => {
  const response = await fixture.ask('/api/tariffs')
  expect(response.status).toBe(200)
  const { currency, contracts, adders } = v.parse(TariffsResponse, await response.json())
  expect(currency).toBe('EUR')
  expect({ contracts, adders }).toEqual(shippedTable)
  const ids = contracts.map(({ id }) => id)
  expect([...new Set(ids)]).toEqual(['base', 'hphc', 'tempo', 'zen-week-end'])
  for (const id of new Set(ids)) {
    const days = contracts.filter((version) => version.id === id).map(({ from }) => from)
    expect(days).toEqual(days.toSorted())
  }
  const newest = contracts.findLast(({ id }) => id === 'tempo')
  expect(newest).toMatchObject({ from: '2026-08-01', to: null, certainty: 'unconfirmed' })
})

test('the tariff table may be cached by anyone for an hour, and is 304 to a client that has it', async () => {
  const { headers } = await fixture.ask('/api/tariffs')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  const known = { ...createPlanHeaders('pro'), 'if-none-match': headers.get('etag') ?? '' }
  const again = await fetch(`${fixture.url}/api/tariffs`, { headers: known })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('the tariff table is served to the gateway only', async () => {
  const { [internalTokenHeader]: _token, ...stranger } = createPlanHeaders('pro')
  expect((await fetch(`${fixture.url}/api/tariffs`, { headers: stranger })).status).toBe(404)
})

test('another table is served from the next request on, sorted, under another entity tag', async () => {
  const reversed = { contracts: shippedTable.contracts.slice(1, 5).toReversed(), adders: [] }
  let current = { table: shippedTable, changedAtMs: 0 }
  const answer = createTariffsAnswer({ readContractTable: async () => current })
  const first = await answer()
  current = { table: reversed, changedAtMs: Date.parse('2026-08-01T00:00:00Z') }
  const own = await answer()
  const days = v.parse(TariffsResponse, JSON.parse(own.body)).contracts.map(({ from }) => from)
  expect(days).toEqual(['2023-08-01', '2024-02-01', '2024-11-01', '2025-02-01'])
  expect(own.validators['last-modified']).toBe('Sat, 01 Aug 2026 00:00:00 GMT')
  expect(own.validators.etag).not.toBe(first.validators.etag)
})

test('an unusable tariff table ends the start with code 1 and its name', async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/../main.ts`], {
    env: { TARIFFS_FILE: '/nowhere/tariffs.json' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const text = await child.stderr.text()
  expect(await child.exited).toBe(1)
  expect(text).toContain('TARIFFS_FILE: expected TARIFFS_FILE /nowhere/tariffs.json cannot be read')
})
