import { afterAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createTestMailbox, signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite } from '../testing/site-fixture.ts'
import { foundPgbouncer, startPgbouncer } from './testing/pgbouncer-fixture.ts'

if ('missing' in foundPgbouncer) console.warn(`SKIPPED: sign-in through PgBouncer: ${foundPgbouncer.missing}`)

describe.skipIf('missing' in foundPgbouncer)('through PgBouncer in transaction mode', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  test('many simultaneous sign-ups over fewer connections than the gateway has each get their own session', async () => {
    const [database, mailbox] = [await createTestDatabase(), await createTestMailbox()]
    closing.push(database.drop, mailbox.remove)
    const pooler = await startPgbouncer({ databaseUrl: database.url, poolSize: 2, settings: {} })
    closing.push(pooler.stop)
    const gateway = await startTestSite({
      databaseUrl: pooler.url,
      redisUrl: await createTestRedisUrl(),
      serviceUrl: 'http://127.0.0.1:9',
      // The pooler knows one user.
      settings: { DATABASE_URL: pooler.url, MAILBOX_DIR: mailbox.folder, TRUSTED_PROXIES: '127.0.0.1' },
    })
    closing.push(gateway.stop)
    const addresses = Array.from({ length: 12 }, (_, n) => `pooled-${n}@example.org`)
    const pages = await Promise.all(
      addresses.map(async (address) => {
        const browser = await signIn(gateway, mailbox, address)
        return (await browser.ask('/account/settings')).text()
      }),
    )
    expect(pages.map((page, n) => page.includes(addresses[n] ?? '-'))).toEqual(addresses.map(() => true))
  })
})
