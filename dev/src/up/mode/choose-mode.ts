import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { type DataMode, isRealMode } from '@hexawatt/shared/grid/feeds'
import { publisherFacts } from '@hexawatt/shared/grid/publishers'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { sendRequest } from '@hexawatt/shared/upstream/http-client'

/** The mode options of the command line. */
type AskedMode = {
  mode: DataMode | null
  replayDir: string | null
  asOf: Temporal.Instant | null
  /** Without a mode: real data, also while no publisher answers. */
  prefersReal: boolean
}

export type ModeChoice = {
  mode: DataMode
  /** Why it is this mode, for the user; null when the command line or the credentials say it. */
  modeSentence: string | null
  /** Whether a source of open data answers; null in other modes. */
  openAnswers: Promise<boolean> | null
}

/** Longest time that a start waits to learn whether open data can be reached, ms. */
const defaultReachTimeoutMs = 3_000

/**
 * Chooses the mode: the mode of the command line, live with credentials, else open data when they are stored or a publisher answers within three seconds,
 * else demo data; where real data are preferred never demo data. A chosen instant without a mode means demo data: no publisher is called.
 * / @param held mode of the data that an earlier start left
 */
export async function chooseMode(
  asked: AskedMode,
  env: EnvSource,
  held: () => Promise<DataMode | null>,
  reachTimeoutMs = defaultReachTimeoutMs,
): Promise<ModeChoice> {
  const named = asked.replayDir === null ? asked.mode : 'replay'
  if (named !== null && named !== 'open') return { mode: named, modeSentence: null, openAnswers: null }
  if (named === null && env['RTE_CLIENT_ID']) return { mode: 'live', modeSentence: null, openAnswers: null }
  if (named === null && asked.asOf !== null) return demo(null)
  const before = named === 'open' || asked.prefersReal ? 'open' : await held()
  if (before === 'demo')
    return demo(
      'This folder contains demo data, so this start continues with INVENTED values (use another --data-dir, or --open, for real ones).',
    )
  const openAnswers = answersOpenData(env, reachTimeoutMs)
  // Stored data are real too: nothing of the start has to wait for the network.
  if (before !== null && isRealMode(before)) return { mode: 'open', modeSentence: null, openAnswers }
  if (await openAnswers) return { mode: 'open', modeSentence: null, openAnswers }
  return demo(
    `NO REAL DATA: no publisher of open data answered within ${reachTimeoutMs / 1_000} s and none are stored, so this start shows INVENTED demo values (--open waits for real data).`,
  )
}

function demo(modeSentence: string | null): ModeChoice {
  return { mode: 'demo', modeSentence, openAnswers: null }
}

/** One row of the first dataset that open mode reads. */
const smallestAnswer = '/api/explore/v2.1/catalog/datasets/eco2mix-national-tr/records?limit=1'

/** Whether the first publisher of open data gives a row within the time limit, name lookup included. A portal's web page is no row. */
async function answersOpenData(env: EnvSource, reachTimeoutMs: number): Promise<boolean> {
  const base = (env['OPEN_ODRE_BASE_URL'] || publisherFacts.odre.homepage).replace(/\/$/, '')
  const answer = sendRequest({ url: `${base}${smallestAnswer}`, timeoutMs: reachTimeoutMs })
  try {
    // A lookup of a name cannot be aborted everywhere: the start goes on without its end.
    const { status, headers, body } = await withTimeout(reachTimeoutMs, answer)
    return status === 200 && headers.get('content-type')?.includes('json') === true && body[0] === '{'.charCodeAt(0)
  } catch {
    return false
  }
}
