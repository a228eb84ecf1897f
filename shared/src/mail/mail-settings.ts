import * as v from 'valibot'

/** Where mail is handed over. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  isSecure: boolean
  /** Whether a connection without TLS is refused. */
  needsTls: boolean
  /** Null = the server asks for none. */
  credentials: { user: string; password: string } | null
}

const ports: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Describes the mistake in the URL of a mail server, as the end of a sentence that begins with "expected"; null when the URL is usable. Quotes
 * nothing of it.
 */
function findSmtpUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'an address such as smtps://user:password@mail.example.org'
  const { protocol, hostname, search } = new URL(text)
  if (!(protocol in ports) || hostname === '') return 'an address that begins with smtps:// or smtp://'
  return search === '' || search === '?tls=optional' ? null : 'no parameter but tls=optional'
}

/**
 * Reads the address of a mail server: `smtps://user:password@host:465`, or `smtp://…:587`, which must offer STARTTLS unless it is this machine or the
 * address ends with `?tls=optional`.
 *
 * @throws Error that quotes nothing of the address
 */
function readSmtpUrl(text: string): SmtpServer {
  const problem = findSmtpUrlProblem(text)
  if (problem !== null) throw new Error(problem)
  const { protocol, hostname, port, username, password, search } = new URL(text)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (ports[protocol] ?? 0) : Number(port),
    isSecure: protocol === 'smtps:',
    needsTls: search === '' && !loopback.test(hostname),
    credentials:
      username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  }
}

/** A sender: an address, or a name and an address in angle brackets. */
const senderShape = /^(?:[^<>\p{Cc}@]{1,100}\s)?<?[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>?$/u

/** Settings of mail that programs share. */
export const mailEnv = {
  /**
   * Mail server, `smtps://user:password@host`, or `smtp://…` with STARTTLS. Without it no mail is sent, and no one can sign in
   * (docs/guide/accounts.md).
   */
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => findSmtpUrlProblem(text) === null,
        ({ input }) => findSmtpUrlProblem(input) ?? '',
      ),
    ),
  ),
  /** Sender of every mail, such as `Hexawatt <account@example.org>`. */
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(senderShape, 'an address, or a name and an address in <>'))),
  /** Folder that keeps mail instead of sending it, for demo data only: `/account/mailbox` shows it to every visitor. */
  MAILBOX_DIR: v.optional(v.string()),
}

const MailEnv = v.object(mailEnv)
export type MailEnv = v.InferOutput<typeof MailEnv>

/** Settings of a program that sends mail. */
export type MailSettings = { from: string } & ({ server: SmtpServer } | { mailboxDir: string })

/** Sender in the mailbox of the demo. */
const demoSender = 'Hexawatt <demo@localhost>'

/** Whether mail is sent or kept, and by what; null = there is no way to send mail. A server goes before a mailbox. */
export function toMailSettings({ SMTP_URL, MAIL_FROM, MAILBOX_DIR }: MailEnv): MailSettings | null {
  if (SMTP_URL !== undefined && MAIL_FROM !== undefined) return { from: MAIL_FROM, server: readSmtpUrl(SMTP_URL) }
  return MAILBOX_DIR === undefined ? null : { from: MAIL_FROM ?? demoSender, mailboxDir: MAILBOX_DIR }
}

/** Whether the mail settings are consistent; {@link mailRule} describes the rule. */
export function areMailSettingsConsistent({ SMTP_URL, MAIL_FROM, MAILBOX_DIR }: MailEnv): boolean {
  return SMTP_URL === undefined || (MAIL_FROM !== undefined && MAILBOX_DIR === undefined)
}
export const mailRule = 'SMTP_URL with MAIL_FROM, and without MAILBOX_DIR'
