import { expect, test } from 'bun:test'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { useGatewayPrograms } from '../testing/use-gateway.ts'

const { sql, startProgram, settings: readSettings } = await useGatewayPrograms(2)

test('a stopped gateway stores its last requests by day and one by one, those of keys only, and its next run adds to them', async () => {
  const { key, keyId, accountId } = await storeTestKey({ sql }, 'scale')
  const settings = await readSettings()
  for (const runs of [1, 2]) {
    const { child, url } = await startProgram(settings)
    for (let request = 0; request < 3; request += 1) {
      const response = await fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
      expect([response.status, (await response.text()) !== '']).toEqual([200, true])
    }
    const refused = await fetch(`${url}/v1/score?no=${key.slice(0, 3)}`, { headers: { 'x-api-key': key } })
    expect(refused.status).toBe(400)
    expect((await fetch(`${url}/api/plans`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    const [stored] = await sql<
      { ok: number }[]
    >`select sum(ok)::int as ok from usage_days where account_id = ${accountId}`
    expect(stored?.ok).toBe(3 * runs)
  }
  const requests = await sql`
    select operation, status, problem, key_id, count(*)::int from account_requests group by 1, 2, 3, 4 order by 1`
  expect([...requests]).toEqual([
    { operation: 'getCarbonIntensity', status: 200, problem: null, keyId, count: 6 },
    { operation: 'getScore', status: 400, problem: 'unknown_parameter', keyId, count: 2 },
  ])
})
