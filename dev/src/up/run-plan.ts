import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { offsetMsFor } from '@hexawatt/shared/time/clock'
import { SetupError } from '../embedded/setup-error.ts'
import type { UpOptions } from './options.ts'

/** Everything decided before anything is started. */
export type RunPlan = {
  mode: DataMode
  port: number
  /** Folder chosen on the command line, absolute; null = the default one of the mode. */
  chosenDataDir: string | null
  replay: { dir: string; only: boolean } | null
  asOf: Temporal.Instant | null
  /** Distance of the data's clock from real time, computed once so that all programs agree. */
  clockOffsetMs: number
  /** Days of history to fill before the banner; null = the usual ones, in the background. */
  backfillDays: number | null
  newKey: boolean
  /** Servers to use instead of embedded ones. */
  databaseUrl: string | null
  redisUrl: string | null
}

/**
 * Decides what is run from the command line and the environment.
 *
 * @throws SetupError when they contradict each other
 */
export function makeRunPlan(options: UpOptions, env: EnvSource): RunPlan {
  const mode = modeOf(options, env)
  if (mode === 'live' && options.asOf !== null) {
    throw new SetupError('--as-of cannot move live data: add --replay DIR, or unset RTE_CLIENT_ID for the demo data.')
  }
  if (mode === 'live' && !env['RTE_CLIENT_SECRET']) {
    throw new SetupError(
      'RTE_CLIENT_ID is set but RTE_CLIENT_SECRET is not: set both for live data, or none for demo data.',
    )
  }
  return {
    mode,
    port: options.port,
    chosenDataDir: options.dataDir === null ? null : resolve(options.dataDir),
    replay: options.replayDir === null ? null : { dir: replayFolder(options.replayDir), only: options.replayOnly },
    asOf: options.asOf,
    clockOffsetMs: options.asOf === null ? 0 : offsetMsFor(options.asOf),
    backfillDays: options.backfillDays,
    newKey: options.newKey,
    databaseUrl: serverUrl(env, 'DATABASE_URL', /^postgres(ql)?:\/\//),
    redisUrl: serverUrl(env, 'REDIS_URL', /^rediss?:\/\//),
  }
}

function modeOf(options: UpOptions, env: EnvSource): DataMode {
  if (options.replayDir !== null) return 'replay'
  return env['RTE_CLIENT_ID'] ? 'live' : 'demo'
}

function replayFolder(text: string): string {
  const folder = resolve(text)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new SetupError(`The replay folder ${folder} does not exist: give --replay a folder of recorded data.`)
}

function serverUrl(env: EnvSource, name: string, pattern: RegExp): string | null {
  const url = env[name]
  if (url === undefined || url === '') return null
  // The value is not repeated: it may hold a password.
  if (!pattern.test(url) || !URL.canParse(url))
    throw new SetupError(`${name} is not a usable address: correct it or unset it.`)
  return url
}
