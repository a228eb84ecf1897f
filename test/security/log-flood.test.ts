import { expect, test } from 'bun:test'
import { createGatewayPrograms, createProgramSettings } from '@hexawatt/gateway/src/testing/gateway-programs.ts'
import { refuseRecipients, startMailServer } from '@hexawatt/shared/mail/testing/mail-server-fixture'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { billingSettings } from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { createTestBrowser, createTestSite } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startWebProgram } from '@hexawatt/svc-web/src/testing/web-program.ts'

const database = await createTestDatabase()
closeAtEnd(() => database.drop())
const mailServer = stopAtEnd(await startMailServer(refuseRecipients(() => true)))
const { startProgram, killPrograms } = createGatewayPrograms()
closeAtEnd(() => killPrograms())

/** Lines of one kind that a minute may have. */
const maxLines = 6
const attempts = 40

test('anonymous clients cannot fill the log: a few lines of each kind are written per minute', async () => {
  const settings = await createProgramSettings({ databaseUrl: database.url, serviceUrl: 'http://127.0.0.1:9' })
  const web = await startWebProgram({
    ...settings,
    ...billingSettings,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Hexawatt <account@example.org>',
  })
  const gateway = await startProgram({ ...settings, SVC_WEB_URL: web.url, TRUSTED_PROXIES: '127.0.0.1' })
  for (let i = 0; i < attempts; i += 1) {
    // Each has a network of its own.
    const browser = createTestBrowser(createTestSite(gateway.url))
    expect((await browser.send('/account', { address: `nobody-${i}@example.org` })).status).toBe(303)
    const forged = await browser.ask('/billing/webhook', { method: 'POST', body: '{}' })
    expect(forged.status).toBe(400)
  }
  await until('every link has failed', async () => {
    const metrics = await (await fetch(`${web.url}/metrics`)).text()
    return metrics.match(/^gateway_sign_in_links_total\{.*outcome="failed".*\} (\d+)$/m)?.[1] === String(attempts)
  })
  for (const { child } of [web, gateway]) child.kill('SIGTERM')
  const lines = `${await web.output.all()}\n${await gateway.output.all()}`.split('\n')
  for (const kind of ['a sign-in link was not mailed', 'billing delivery refused']) {
    const count = lines.filter((line) => line.includes(kind)).length
    expect([kind, count > 0, count <= maxLines]).toEqual([kind, true, true])
  }
})
