import type { Socket } from 'bun'
import type { DrillProcess, Processes } from './processes.ts'

/** Clients of a flood by what they send, each on a connection of its own at a time. */
export type Flood = {
  /** Request the sign-in page with a session cookie that no member got. */
  invalidCookies: number
  /** Ask for the account page with this cookie. */
  validCookies: number
  cookie: string
  /** Announce a form and send a byte of it now and then. */
  slowBodies: number
  /** Pause of a client between an answer and its next request, ms. */
  pauseMs: number
}

/** Answers by kind of client and status; 0: the connection ended without one. */
export type FloodAnswers = Record<string, Record<string, number>>

const bodyBytes = 60_000
const byteEveryMs = 1_000

/** Starts a flood of the account pages of a gateway, in a process of its own; every request comes from another client address. `stop` returns its answers. */
export async function startFlood(processes: Processes, name: string, url: string, flood: Flood) {
  const program: DrillProcess = await processes.start({
    name,
    command: process.execPath,
    args: ['--no-env-file', import.meta.path, url, JSON.stringify(flood)],
  })
  return async function stop(): Promise<FloodAnswers> {
    await program.stop()
    return JSON.parse((await program.log()).trim().split('\n').at(-1) ?? '{}')
  }
}

/** An address of a client, as a trusted proxy names it. */
const someAddress = (): string => `198.${[0, 1, 2].map(() => Math.floor(Math.random() * 256)).join('.')}`

function headOf(method: string, host: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host, accept: 'text/html', 'x-forwarded-for': someAddress(), ...fields })
  return [`${method} /account HTTP/1.1`, ...lines.map(([key, value]) => `${key}: ${value}`), '', ''].join('\r\n')
}

/** Sends one request, and a byte of its body now and then. @returns the status of the answer */
function sendOnce({ hostname, port }: URL, head: string, isSlow: boolean): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    let trickle: Timer | undefined
    const end = (): void => {
      clearInterval(trickle)
      resolve(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? '0')
    }
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open(socket: Socket) {
          socket.write(head)
          if (isSlow) trickle = setInterval(() => socket.write('a'), byteEveryMs)
        },
        data: (_, bytes) => {
          if (answer === '') answer = bytes.toString('latin1')
        },
        close: end,
        error: end,
      },
    }).catch(end)
  })
}

/** Floods until SIGTERM, then prints the answers. */
async function runFlood(url: URL, flood: Flood): Promise<void> {
  const answers: FloodAnswers = {}
  const close = { connection: 'close' }
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(bodyBytes) }
  const invalid = () => headOf('GET', url.host, { ...close, cookie: `session=${crypto.randomUUID()}` })
  const kinds = [
    { kind: 'invalid cookie', clients: flood.invalidCookies, head: invalid, isSlow: false },
    {
      kind: 'valid cookie',
      clients: flood.validCookies,
      head: () => headOf('GET', url.host, { ...close, cookie: flood.cookie }),
      isSlow: false,
    },
    {
      kind: 'slow body',
      clients: flood.slowBodies,
      head: () => headOf('POST', url.host, { ...close, ...form }),
      isSlow: true,
    },
  ]
  process.once('SIGTERM', () => {
    console.log(JSON.stringify(answers))
    process.exit(0)
  })
  const client = async ({ kind, head, isSlow }: (typeof kinds)[number]): Promise<void> => {
    const statuses = answers[kind] ?? {}
    answers[kind] = statuses
    // They do not all begin at the same instant.
    await Bun.sleep(Math.random() * flood.pauseMs)
    for (;;) {
      const status = await sendOnce(url, head(), isSlow)
      statuses[status] = (statuses[status] ?? 0) + 1
      await Bun.sleep(flood.pauseMs)
    }
  }
  await Promise.all(kinds.flatMap((each) => Array.from({ length: each.clients }, () => client(each))))
}

if (import.meta.main) {
  const [, , url = '', flood = '{}'] = process.argv
  await runFlood(new URL(url), JSON.parse(flood))
}
