import { afterAll, expect, test } from 'bun:test'
import { createSql } from '@hexawatt/shared/postgres/client'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { gatewayPrograms, programSettings } from '../testing/gateway-programs.ts'
import { startStandInService } from '../testing/stand-in-service.ts'

const database = await createTestDatabase()
const sql = createSql(database.url, 'usage-stop test', 2)
const service = startStandInService()
const { startProgram, killPrograms } = gatewayPrograms()
afterAll(async () => {
  killPrograms()
  await service.stop()
  await sql.end({ timeout: 5 })
  await database.drop()
})

test('a stopped gateway stores its last requests, and its next run adds to them', async () => {
  const { key, accountId } = await storeTestKey({ sql }, 'scale')
  const settings = await programSettings({ databaseUrl: database.url, serviceUrl: service.url })
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
