import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message that a mail server of a test has taken. */
type ReceivedMail = { from: string; to: string[]; text: string; user: string | null }

/** Starts a real mail server on loopback. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData(stream, { envelope, user }, done) {
      void new Response(stream as unknown as ReadableStream).text().then((text) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text,
          user: typeof user === 'string' ? user : null,
        })
        done()
      })
    },
    ...options,
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const listener = server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = listener.address()
  return {
    port: typeof address === 'object' ? address?.port : 0,
    received,
    mailsTo: (recipient: string): number => received.filter(({ to }) => to.includes(recipient)).length,
    stop: (): void => server.close(() => undefined),
  }
}

/** Refuses recipients for good, as a server does that knows none of this name. */
export function refuseRecipients(isRefused: (address: string) => boolean): SMTPServerOptions {
  return {
    onRcptTo({ address }, _session, done) {
      if (!isRefused(address)) return done()
      done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 }))
    },
  }
}
