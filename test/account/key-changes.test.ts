import { expect, test } from 'bun:test'
import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createMemberKey, revokeKey, rotateKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { openMemberAccount } from '@hexawatt/svc-web/src/accounts/testing/member-fixture.ts'
import { createSilentAccounts } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { startTestSite } from '../testing/site-fixture.ts'

const database = await createTestDatabase()
closeAtEnd(() => database.drop())
const sql = createSql(database.url, 'key changes test', 10)
closeAtEnd(() => sql.end({ timeout: 5 }))
const operator = createSilentAccounts({ sql, planTable: defaultPlanTable })

test('a key made on one gateway works on another, and a key revoked there stops on both', async () => {
  const redisUrl = await createTestRedisUrl()
  const service = startStandInService()
  const start = () => startTestSite({ databaseUrl: database.url, redisUrl, serviceUrl: service.url })
  const [one, other] = [await start(), await start()]
  const statuses = async (key: string) =>
    Promise.all(
      [one, other].map(async ({ url }) => {
        const response = await fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
        await response.arrayBuffer()
        return response.status
      }),
    )
  const reach = async (key: string, status: number) =>
    until(`${status} from both`, async () => (await statuses(key)).every((answered) => answered === status))
  const { accountId, keyId: unused, member } = await openMemberAccount(operator, 'pro')
  await revokeKey(operator, { keyId: unused })
  const telling = { ...member, publishKeyChange: one.web.deps.accounts.publishKeyChange }
  const { key, keyId, toldGateways } = await createMemberKey(telling, { accountId, name: 'k', expiresAt: null })
  expect(toldGateways).toBe(true)
  await reach(key, 200)
  const rotated = await rotateKey(telling, { selector: { keyId, accountId }, overlapHours: 1 })
  await reach(rotated.key, 200)
  await reach(key, 200)
  await revokeKey(telling, { keyId: rotated.keyId, accountId })
  await reach(rotated.key, 401)
  // The gateways get no notification of this key: they find it in Postgres.
  await revokeKey(member, { keyId, accountId })
  await reach(key, 401)
  await Promise.all([one.stop(), other.stop()])
  await service.stop()
})
