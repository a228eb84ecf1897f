import { expect, test } from 'bun:test'
import { createGatewayPrograms, createProgramSettings } from '@hexawatt/gateway/src/testing/gateway-programs.ts'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { createSql } from '@hexawatt/shared/postgres/client'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { buildTestRoleUrl, createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { billingSettings, createStandInStripe, prices } from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { createTestSite } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startWebProgram } from '@hexawatt/svc-web/src/testing/web-program.ts'

/** Gateway and svc-web as they run: only the main program of the gateway binds the public port with the settings of production. */
const database = await createTestDatabase()
closeAtEnd(() => database.drop())
const sql = createSql(database.url, 'request bodies test', 1)
closeAtEnd(() => sql.end({ timeout: 5 }))
const { startProgram, killPrograms } = createGatewayPrograms()
closeAtEnd(() => killPrograms())
const settings = await createProgramSettings({ databaseUrl: database.url, serviceUrl: 'http://127.0.0.1:9' })
const web = await startWebProgram({
  ...settings,
  ...billingSettings,
  DATABASE_URL: buildTestRoleUrl(database.url, 'svc-web'),
})
closeAtEnd(() => web.child.kill('SIGKILL'))
const { url } = await startProgram({ ...settings, SVC_WEB_URL: web.url })
const stripe = createStandInStripe(createTestSite(url))

test('a signed payment event of 40 KiB is applied', async () => {
  const { accountId } = await storeTestKey({ sql }, 'decouverte')
  const subscription = stripe.newSubscription()
  const now = Math.floor(Date.now() / 1_000)
  expect(await stripe.deliver(stripe.checkout(subscription, accountId, now))).toMatchObject({ status: 200 })
  const event = stripe.subscription('updated', subscription, { price: prices.pro }, now + 1)
  const large = { ...event, data: { object: { ...event.data.object, description: 'x'.repeat(40 * 1024) } } }
  expect(await stripe.deliver(large)).toEqual({ status: 200, body: { outcome: 'plan_changed' } })
})

test('the HTTP parser accepts bodies up to the gateway’s limit, and refuses larger ones', async () => {
  const statusOf = async (bytes: number): Promise<number> =>
    (await fetch(`${url}/billing/webhook`, { method: 'POST', body: 'x'.repeat(bytes) })).status
  // Not signed, but read.
  expect(await statusOf(maxRequestBodyBytes)).toBe(400)
  expect(await statusOf(maxRequestBodyBytes + 1)).toBe(413)
})

test('a message to /mcp that is too long is refused with a problem body', async () => {
  const { key } = await storeTestKey({ sql }, 'pro')
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { filler: 'x'.repeat(20 * 1024) } }),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
})
