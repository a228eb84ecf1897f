import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetrics } from '../telemetry/metrics.ts'
import { toMailSettings } from './mail-settings.ts'
import { maxStoredMails, readMails } from './mailbox.ts'
import { createMailer, MailNotSentError } from './mailer.ts'
import { refuseRecipients, startMailServer } from './testing/mail-server-fixture.ts'

const mail = {
  to: 'anna@example.org',
  subject: 'Votre lien – été',
  text: 'Un lien : https://x/?token=SECRET',
  html: '<p>Un lien</p>',
}
const folder = await mkdtemp(join(tmpdir(), 'hexawatt-mail-'))
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(() => rm(folder, { recursive: true }))

async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  closing.push(server.stop)
  return server
}

function mailerOf(url: string) {
  const metrics = createMetrics('test')
  const settings = toMailSettings({ SMTP_URL: url, MAIL_FROM: 'Hexawatt <compte@example.org>', MAILBOX_DIR: undefined })
  if (settings === null) throw new Error('no settings')
  const mailer = createMailer(settings, metrics)
  closing.push(mailer.close)
  return { mailer, count: async () => (await metrics.text()).match(/^mail_messages_total\{.*$/gm)?.join() ?? '' }
}

test('a mail reaches the server with sender, recipient, both texts and the header that stops automatic replies', async () => {
  const { port, received } = await startServer()
  const { mailer, count } = mailerOf(`smtp://user:p%40ss@127.0.0.1:${port}`)
  await mailer.send(mail)
  expect(received).toMatchObject([{ from: 'compte@example.org', to: ['anna@example.org'], user: 'user' }])
  const text = received[0]?.text ?? ''
  for (const part of ['Auto-Submitted: auto-generated', 'text/plain', 'text/html', 'From: Hexawatt']) {
    expect(text.toLowerCase()).toContain(part.toLowerCase())
  }
  expect(await count()).toContain('outcome="sent"')
})

test('a refused recipient is a permanent failure, and neither error nor cause names the recipient', async () => {
  const { port } = await startServer(refuseRecipients(() => true))
  const { mailer, count } = mailerOf(`smtp://127.0.0.1:${port}`)
  const error = await mailer.send(mail).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'MailNotSentError', failure: 'refused' })
  expect(Bun.inspect(error)).not.toMatch(/anna|SECRET/)
  expect(await count()).toContain('outcome="refused"')
})

test('a mail to a full server may be tried again', async () => {
  const { port } = await startServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 451 })),
  })
  await expect(mailerOf(`smtp://127.0.0.1:${port}`).mailer.send(mail)).rejects.toMatchObject({ failure: 'not_now' })
})

test('a mail to an unreachable server may be tried again', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  const port = typeof address === 'object' ? address?.port : 0
  const error = await mailerOf(`smtp://127.0.0.1:${port}`)
    .mailer.send(mail)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(MailNotSentError)
  expect(error).toMatchObject({ failure: 'not_now' })
})

test('mail to another machine requires TLS unless its address makes it optional; a wrong address is refused without its password', () => {
  const read = (url: string) => toMailSettings({ SMTP_URL: url, MAIL_FROM: 'a@example.org', MAILBOX_DIR: undefined })
  expect(read('smtp://mail.example.org')).toMatchObject({ server: { port: 587, isSecure: false, needsTls: true } })
  expect(read('smtp://mail.example.org?tls=optional')).toMatchObject({ server: { needsTls: false } })
  expect(read('smtps://mail.example.org')).toMatchObject({ server: { port: 465, isSecure: true } })
  expect(() => read('http://u:s3cret@mail.example.org')).toThrow(/smtps/)
  expect(() => read('http://u:s3cret@mail.example.org')).not.toThrow(/s3cret/)
})

test('the mailbox keeps the newest messages up to its maximum, in files that only this user can read', async () => {
  const mailer = createMailer({ from: 'a@example.org', mailboxDir: folder }, createMetrics('test'))
  for (let i = 0; i < maxStoredMails + 3; i++) await mailer.send({ ...mail, subject: `message ${i}` })
  const mails = await readMails(folder)
  expect(mails).toHaveLength(maxStoredMails)
  const [name = ''] = await readdir(folder)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})
