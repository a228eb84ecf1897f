import { afterAll, expect, test } from 'bun:test'
import { billingSettings } from '@hexawatt/gateway/src/billing/testing/stand-in-stripe.ts'
import { gatewayPrograms, programSettings } from '@hexawatt/gateway/src/testing/gateway-programs.ts'
import { createTestBrowser } from '@hexawatt/gateway/src/testing/test-browser.ts'
import { refuseRecipients, startMailServer } from '@hexawatt/shared/mail/testing/mail-server-fixture'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'

const database = await createTestDatabase()
const mailServer = await startMailServer(refuseRecipients(() => true))
const { startProgram, killPrograms } = gatewayPrograms()
afterAll(async () => {
  killPrograms()
  mailServer.stop()
  await database.drop()
})

/** Lines of one kind that a minute may have. */
const maxLines = 6
const attempts = 40

test('anonymous clients cannot fill the log: of each kind a few lines a minute are written', async () => {
  const { child, url, internalUrl, output } = await startProgram({
    ...(await programSettings({ databaseUrl: database.url, serviceUrl: 'http://127.0.0.1:9' })),
    ...billingSettings,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Hexawatt <account@example.org>',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  for (let i = 0; i < attempts; i += 1) {
    // Each has a network of its own.
    const browser = createTestBrowser(url)
    expect((await browser.send('/account', { address: `nobody-${i}@example.org` })).status).toBe(303)
    const forged = await browser.ask('/billing/webhook', { method: 'POST', body: '{}' })
    expect(forged.status).toBe(400)
  }
  await until('every link has failed', async () => {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text()
    return metrics.match(/^gateway_sign_in_links_total\{.*outcome="failed".*\} (\d+)$/m)?.[1] === String(attempts)
  })
  child.kill('SIGTERM')
  const lines = (await output.all()).split('\n')
  for (const kind of ['a sign-in link was not mailed', 'billing delivery refused']) {
    const count = lines.filter((line) => line.includes(kind)).length
    expect([kind, count > 0, count <= maxLines]).toEqual([kind, true, true])
  }
})
