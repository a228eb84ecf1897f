import { join } from 'node:path'
import * as v from 'valibot'
import type { ChildPrograms } from '../figures/child-programs.ts'

/** Body length of the stub upstream, bytes: a typical answer. */
export const bodyBytes = 2_048

/** `same`: one answer for all requests. `different`: each request has other weights, which no cache holds. */
export type RequestMix = 'same' | 'different'

type WrkLoad = {
  /** Name of the candidate, for errors. */
  name: string
  port: number
  mix: RequestMix
  connections: number
  durationSeconds: number
  /** File of keys, one per line, which the requests use in turn. */
  keysFile: string
}

/** The report of `load.lua` at the end of a run. */
const WrkReport = v.object({
  requests: v.number(),
  /** Received bytes, including response heads. */
  bytes: v.number(),
  durationUs: v.number(),
  p50Us: v.number(),
  p99Us: v.number(),
  /** Answers with a status of 400 or more. */
  refused: v.number(),
  /** Connections that failed, broke or timed out. */
  broken: v.number(),
})

/** Over the time of the load, to make the requests before it and the report after it, ms. */
const wrkMarginMs = 30_000

export type WrkResult = { requests: number; perSecond: number; p50Ms: number; p99Ms: number }

/**
 * Loads one port with wrk: one thread, because more would compete with the candidate for the processor.
 *
 * @throws when an answer is not a success or a connection breaks: the figures would not be comparable
 */
export async function runWrk(programs: ChildPrograms, wrk: string, load: WrkLoad): Promise<WrkResult> {
  const { name, port, mix, connections, durationSeconds, keysFile } = load
  const script = join(import.meta.dir, 'load.lua')
  const options = ['-t1', `-c${connections}`, `-d${durationSeconds}s`, '--latency', '-s', script]
  const command = [wrk, ...options, `http://127.0.0.1:${port}`, '--', mix, keysFile]
  const output = await programs.output(command, durationSeconds * 1_000 + wrkMarginMs)
  const report = v.parse(v.pipe(v.string(), v.parseJson(), WrkReport), output.match(/^\{.*\}$/m)?.[0] ?? '')
  const { requests, durationUs, p50Us, p99Us } = report
  if (!isAllServed(report)) throw new Error(`${name}: not every answer was a complete 200: ${JSON.stringify(report)}`)
  return {
    requests,
    perSecond: (1_000_000 * requests) / durationUs,
    p50Ms: p50Us / 1_000,
    p99Ms: p99Us / 1_000,
  }
}

/** Whether every request got the whole body: an answer without error may still have none, such as a 304. */
function isAllServed({ requests, bytes, refused, broken }: v.InferOutput<typeof WrkReport>): boolean {
  return requests > 0 && refused === 0 && broken === 0 && bytes / requests >= bodyBytes
}
