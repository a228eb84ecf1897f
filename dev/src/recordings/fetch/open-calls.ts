import { version } from '../../../package.json'
import { SetupError } from '../../embedded/setup-error.ts'

/** Longest call, ms, and largest answer, bytes: a month of quarter-hours has some megabytes. */
const timeoutMs = 60_000
const maxBodyBytes = 32 * 1024 * 1024
/** Least time between two calls of the same publisher, ms. */
export const gapMs = { odre: 1_000, 'energy-charts': 10_000 } as const

export type Call = (publisher: keyof typeof gapMs, url: URL) => Promise<unknown>

/**
 * Makes calls for JSON, one of a publisher at a time with its gap before it. A 404 is `null`: nothing (yet) for that span. There are no retries: the
 * command continues where it stopped.
 *
 * @param wait waits for a gap
 */
export function createCalls(wait: (ms: number) => Promise<unknown>): Call {
  const called = new Set<string>()
  return async (publisher, url) => {
    if (called.has(publisher)) await wait(gapMs[publisher])
    called.add(publisher)
    const where = `${url.host}${url.pathname}`
    const headers = { 'user-agent': `hexawatt/${version}`, accept: 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, { headers, redirect: 'error', signal }).catch(() => null)
    if (answer === null) throw new SetupError(`${where} does not answer: run the same command again, it goes on.`)
    if (answer.status === 404) return null
    if (!answer.ok) throw new SetupError(`${where} answered ${answer.status}: wait, then run the same command again.`)
    return jsonOf(await cappedText(answer, where), where)
  }
}

async function cappedText(answer: Response, where: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new SetupError(`${where} sent more than ${maxBodyBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SetupError(`${where} sent no JSON: its format has changed, or it is closed for maintenance.`)
  }
}
