import { expect, test } from 'bun:test'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { useGatewayPrograms } from '../testing/use-gateway.ts'

const { sql, startProgram, settings: readSettings } = await useGatewayPrograms(2)

test('a stopped gateway stores its last requests, and its next run adds to them', async () => {
  const { key, accountId } = await storeTestKey({ sql }, 'scale')
  const settings = await readSettings()
  for (const runs of [1, 2]) {
    const { child, url } = await startProgram(settings)
    for (let request = 0; request < 3; request += 1) {
      const response = await fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
      expect([response.status, (await response.text()) !== '']).toEqual([200, true])
    }
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    const [stored] = await sql<
      { ok: number }[]
    >`select sum(ok)::int as ok from usage_days where account_id = ${accountId}`
    expect(stored?.ok).toBe(3 * runs)
  }
})
