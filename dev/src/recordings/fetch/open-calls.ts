import { type HttpAnswer, parseJson, sendRequest } from '@hexawatt/shared/upstream/http-client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { SetupError } from '../../embedded/setup-error.ts'

/** Longest time of a call, ms, and largest answer, bytes: a month of quarter-hours has some megabytes. */
const timeoutMs = 60_000
const maxBodyBytes = 32 * 1024 * 1024
/** Least time between two calls of the same publisher, ms. */
export const gapMs = { odre: 1_000, 'energy-charts': 10_000, 'open-meteo': 10_000 } as const

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
    try {
      const answer = await sendRequest({ url, timeoutMs, maxBodyBytes })
      if (answer.status === 404) return null
      if (answer.status !== 200)
        throw new SetupError(`${nameOf(url)} answered ${answer.status}: wait, then run the same command again.`)
      return jsonOf(answer, url)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      throw new SetupError(`${error.message}: run the same command again to continue.`)
    }
  }
}

function jsonOf(answer: HttpAnswer, url: URL): unknown {
  try {
    return parseJson(answer, url)
  } catch {
    throw new SetupError(`${nameOf(url)} sent no JSON: its format has changed, or it is closed for maintenance.`)
  }
}

const nameOf = ({ host, pathname }: URL): string => `${host}${pathname}`
