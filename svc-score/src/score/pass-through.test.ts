import { expect, test } from 'bun:test'
import { gridStatusSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { testNow } from '../testing/sample-snapshots.ts'
import { createPlanHeaders, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

test.each(['/v1/grid/status', '/v1/tariff/today'])('%s is 304 without a body to a client that has it', async (path) => {
  const days = [{ date: '2025-01-15', status: 'Favorable' as const, message: 'Pas d’alerte.', hours: [] }]
  const common = { mode: 'demo' as const, computedAt: testNow, publishedAt: null, fetchedAt: testNow }
  await fixture.store(gridStatusSnapshot, { ...common, isStale: false, days })
  await fixture.store(tariffSnapshot, { ...common, days: [{ date: '2025-01-15', color: 'Bleu' }] })
  const { headers } = await fixture.ask(path)
  const ask = (condition: Record<string, string>) =>
    fetch(fixture.url + path, { headers: { ...createPlanHeaders('decouverte'), ...condition } })
  for (const [name, validator] of [
    ['if-none-match', 'etag'],
    ['if-modified-since', 'last-modified'],
  ] as const) {
    const known = await ask({ [name]: headers.get(validator) ?? '' })
    expect([known.status, await known.text(), known.headers.get('content-type')]).toEqual([304, '', null])
    for (const sent of ['etag', 'last-modified', 'cache-control', 'x-data-mode', 'x-service-confidence']) {
      expect(known.headers.get(sent)).toBe(headers.get(sent))
    }
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
})
