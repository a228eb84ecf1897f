import type { Metrics } from '../telemetry/metrics.ts'
import type { MailSettings, SmtpServer } from './mail-settings.ts'
import { storeMail } from './mailbox.ts'

/** A message to one person. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Why a message was not handed over: the server refused it for good, or it may be tried again. */
export type MailFailure = 'refused' | 'not_now'

/** A message was not handed over. Its text names neither the address nor anything of the message. */
export class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
  readonly failure: MailFailure

  /** @param reason code of the mail library or of the server's answer, such as `ETIMEDOUT` or `550` */
  constructor(failure: MailFailure, reason: string) {
    super(`the mail was not handed over: ${reason}`)
    this.failure = failure
  }
}

export type Mailer = {
  /** Hands a message over. @throws {@link MailNotSentError} */
  send(mail: Mail): Promise<void>
  /** Closes idle connections. */
  close(): void
}

/** Timeouts of the mail server, ms: connection, greeting, and silence. */
const timeoutsMs = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 15_000 }

/** Maximum number of connections to the mail server, and of messages per connection. */
const maxConnections = 2
const maxMessagesPerConnection = 100

/** Creates the mailer: by SMTP, or into the mailbox of the demo. */
export function createMailer(settings: MailSettings, metrics: Metrics): Mailer {
  const messages = metrics.counter(
    'mail_messages_total',
    'Messages by outcome (sent = handed to the mail server, refused = for good, not_now = may be tried again)',
    ['outcome'],
  )
  const transport = 'server' in settings ? createTransport(settings.server) : null

  async function handOver(mail: Mail): Promise<void> {
    if ('mailboxDir' in settings) return storeMail(settings.mailboxDir, mail)
    const { sendMail } = (await transport?.()) ?? {}
    await sendMail?.({ ...mail, from: settings.from })
  }

  return {
    async send(mail) {
      try {
        await handOver(mail)
        messages.inc({ outcome: 'sent' })
      } catch (error) {
        const failed = toMailNotSentError(error)
        messages.inc({ outcome: failed.failure })
        throw failed
      }
    },
    close: () =>
      void transport?.().then(
        ({ close }) => close(),
        () => undefined,
      ),
  }
}

/** Loads the library at the first message: most programs of an installation send none for hours. */
function createTransport(server: SmtpServer) {
  let loading: Promise<ReturnType<typeof connect>> | null = null
  const connect = ({ createTransport: create }: typeof import('nodemailer')) => {
    const { host, port, isSecure, needsTls, credentials } = server
    const transport = create({
      pool: true,
      maxConnections,
      maxMessages: maxMessagesPerConnection,
      host,
      port,
      secure: isSecure,
      requireTLS: needsTls && !isSecure,
      ...timeoutsMs,
      ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    })
    return {
      // Machines do not answer automatic mail.
      sendMail: (mail: Mail & { from: string }) =>
        transport.sendMail({ ...mail, headers: { 'auto-submitted': 'auto-generated' } }),
      close: () => transport.close(),
    }
  }
  return () => {
    loading ??= import('nodemailer').then(connect)
    return loading
  }
}

/** SMTP: a 5xx reply is permanent. The text of the server is omitted, because it repeats addresses. */
function toMailNotSentError(error: unknown): MailNotSentError {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number') {
    return new MailNotSentError(responseCode >= 500 ? 'refused' : 'not_now', String(responseCode))
  }
  return new MailNotSentError('not_now', typeof code === 'string' ? code : 'unknown')
}
