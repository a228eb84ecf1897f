import { expect, test } from 'bun:test'
import { TariffsResponse } from '@hexawatt/shared/contract/planning/tariffs'
import { internalTokenHeader } from '@hexawatt/shared/http/principal'
import { regulatedTariffs } from '@hexawatt/shared/methodology/tariffs/regulated-tariffs'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createPlanHeaders, startScoreFixture } from '../testing/score-fixture.ts'
import { createTariffsAnswer } from './tariffs-answer.ts'

const fixture = stopAtEnd(await startScoreFixture())

test('GET /api/tariffs has the whole table, oldest first, with source and certainty', async () => {
  const response = await fixture.ask('/api/tariffs')
  expect(response.status).toBe(200)
  const { currency, tariffs } = v.parse(TariffsResponse, await response.json())
  expect(currency).toBe('EUR')
  expect(tariffs).toEqual([...regulatedTariffs])
  expect(tariffs.map(({ validFrom }) => validFrom)).toEqual(tariffs.map(({ validFrom }) => validFrom).sort())
  expect(tariffs.at(-1)).toMatchObject({ option: 'tempo', validFrom: '2026-08-01', certainty: 'unconfirmed' })
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

test('a configured tariff table is served instead, sorted, under another entity tag', () => {
  const own = createTariffsAnswer({ tariffs: regulatedTariffs.slice(2, 7).toReversed() }, 0)
  const days = v.parse(TariffsResponse, JSON.parse(own.body)).tariffs.map(({ validFrom }) => validFrom)
  expect(days).toEqual(['2023-02-01', '2023-08-01', '2023-08-01', '2023-08-01', '2024-02-01'])
  expect(own.validators.etag).not.toBe(createTariffsAnswer({ tariffs: [...regulatedTariffs] }, 0).validators.etag)
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
