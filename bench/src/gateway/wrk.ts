import { join } from 'node:path'
import * as v from 'valibot'
import { bodyBytes } from './body-bytes.ts'
import type { ChildPrograms } from './child-programs.ts'

/** `same`: one live answer for everybody. `different`: each request with other weights, which no cache holds. */
export type RequestMix = 'same' | 'different'

export type WrkLoad = {
  /** What is loaded, for errors. */
  name: string
  port: number
  mix: RequestMix
  connections: number
  durationSeconds: number
  /** File with the keys that are used in turn, one per line. */
  keysFile: string
}

/** What `load.lua` prints at the end of a run. */
const WrkReport = v.object({
  requests: v.number(),
  /** Received, with the heads of the answers. */
  bytes: v.number(),
  durationUs: v.number(),
  p50Us: v.number(),
  p99Us: v.number(),
  /** Answers with a status of 400 or more. */
  refused: v.number(),
  /** Connections that failed, broke or timed out. */
  broken: v.number(),
})

export type WrkResult = { requests: number; perSecond: number; p50Ms: number; p99Ms: number }

/**
 * Loads one port with wrk: one thread, because more would take the processor away from what is measured.
 *
 * @throws when an answer was not a success, or a connection broke: the figures would be of something else
 */
export async function runWrk(programs: ChildPrograms, wrk: string, load: WrkLoad): Promise<WrkResult> {
  const { name, port, mix, connections, durationSeconds, keysFile } = load
  const script = join(import.meta.dir, 'load.lua')
  const options = ['-t1', `-c${connections}`, `-d${durationSeconds}s`, '--latency', '-s', script]
  const output = await programs.output([wrk, ...options, `http://127.0.0.1:${port}`, '--', mix, keysFile])
  const report = v.parse(v.pipe(v.string(), v.parseJson(), WrkReport), output.match(/^\{.*\}$/m)?.[0] ?? '')
  const { requests, durationUs, p50Us, p99Us } = report
  if (!isAllServed(report)) throw new Error(`${name}: not every answer was a whole 200: ${JSON.stringify(report)}`)
  return {
    requests,
    perSecond: (1_000_000 * requests) / durationUs,
    p50Ms: p50Us / 1_000,
    p99Ms: p99Us / 1_000,
  }
}

/** Whether every request was answered with the whole body: an answer that is no error may still be none, such as a 304. */
function isAllServed({ requests, bytes, refused, broken }: v.InferOutput<typeof WrkReport>): boolean {
  return requests > 0 && refused === 0 && broken === 0 && bytes / requests >= bodyBytes
}
