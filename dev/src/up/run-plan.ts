import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { type DataMode, isRealMode } from '@hexawatt/shared/grid/feeds'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisTime } from '@hexawatt/shared/time/paris'
import { SetupError } from '../embedded/setup-error.ts'
import { hasRecordedWeather } from '../upstream/replay/recorded-weather.ts'
import { findNewestRecordedSpan } from '../upstream/replay/recordings.ts'
import type { Span } from '../upstream/subjects/span.ts'
import { listDefaultDataDirs } from './data-folder/places.ts'
import { chooseMode } from './mode/choose-mode.ts'
import { readHeldMode } from './mode/held-mode.ts'
import type { UpOptions } from './options.ts'

/** All decisions that precede the start. */
export type RunPlan = {
  mode: DataMode
  /** Why it is this mode, for the user; null when the command line or the credentials say it. */
  modeSentence: string | null
  /** Whether a source of open data answers; null in other modes. */
  openAnswers: Promise<boolean> | null
  port: number
  /** Address on which the public API listens. */
  host: string
  /** Public address given by the user, such as that of a reverse proxy. */
  publicUrl: string | null
  /** Absolute folder of the command line; null = the default folder of the mode. */
  chosenDataDir: string | null
  replay: Replay | null
  /** Instant at which the data's clock starts; null = now. */
  asOf: Temporal.Instant | null
  /** Offset of the data's clock from real time, computed once so that all programs agree. */
  clockOffsetMs: number
  /** Days of history to fill before the banner; null = the default days, in the background. */
  backfillDays: number | null
  newKey: boolean
  /** Whether a new key goes to a file of the data folder instead of the output. */
  keyInFile: boolean
  /** Name by which the engine knows the container of this process; null outside of a container. */
  container: string | null
  /** Existing servers that replace the embedded ones. */
  databaseUrl: string | null
  redisUrl: string | null
}

/** A folder of recordings to serve. */
type Replay = {
  dir: string
  only: boolean
  /** Whether the folder has weather. */
  hasWeather: boolean
  /** The recording that contains the chosen start; null when the command line gave the instant. */
  startsInside: Span | null
}

/** Recorded time after a chosen start: the length of the longest forecast, so that it can be compared with the outcome. */
const leftAfterStartMs = 48 * hourMs

/**
 * Plans the run from the command line and the environment.
 *
 * @throws SetupError when they contradict each other
 */
export async function makeRunPlan(options: UpOptions, env: EnvSource): Promise<RunPlan> {
  const databaseUrl = serverUrl(env, 'DATABASE_URL', /^postgres(ql)?:\/\//)
  const redisUrl = serverUrl(env, 'REDIS_URL', /^rediss?:\/\//)
  const publicUrl = serverUrl(env, 'PUBLIC_BASE_URL', /^https?:\/\//)
  const chosenDataDir = options.dataDir === null ? null : resolve(options.dataDir)
  const { mode, modeSentence, openAnswers } = await chooseMode(options, env, () =>
    readHeldMode({ databaseUrl, dataDirs: chosenDataDir === null ? listDefaultDataDirs('open') : [chosenDataDir] }),
  )
  assertFits(mode, options, env)
  const replay = options.replayDir === null ? null : await planReplay(options.replayDir, options)
  const asOf = options.asOf ?? (replay?.startsInside ? startInside(replay.startsInside) : null)
  return {
    mode,
    modeSentence,
    openAnswers,
    port: options.port,
    host: options.host,
    publicUrl,
    chosenDataDir,
    replay,
    asOf,
    clockOffsetMs: asOf === null ? 0 : computeOffsetMs(asOf),
    backfillDays: options.backfillDays,
    newKey: options.newKey,
    keyInFile: options.keyInFile,
    // The image for a home sets it; engines name a container's host after the container.
    container: env['UP_IMAGE'] ? hostname() : null,
    databaseUrl,
    redisUrl,
  }
}

/** @throws SetupError when the mode lacks a requirement, or an option does not fit the mode */
function assertFits(mode: DataMode, { asOf }: UpOptions, env: EnvSource): void {
  if (isRealMode(mode) && asOf !== null) {
    throw new SetupError(
      `--as-of cannot move ${mode} data: add --replay DIR for recorded data, or --demo for invented ones.`,
    )
  }
  if (mode !== 'live') return
  if (!env['RTE_CLIENT_ID']) {
    throw new SetupError('--live needs RTE_CLIENT_ID and RTE_CLIENT_SECRET: set both, or choose --open.')
  }
  if (!env['RTE_CLIENT_SECRET']) {
    throw new SetupError(
      'RTE_CLIENT_ID is set but RTE_CLIENT_SECRET is not: set both for live data, or choose --open or --demo.',
    )
  }
}

async function planReplay(replayDir: string, { asOf, replayOnly }: UpOptions): Promise<Replay> {
  const dir = replayFolder(replayDir)
  const hasWeather = await hasRecordedWeather(dir)
  if (asOf !== null) return { dir, only: replayOnly, hasWeather, startsInside: null }
  const newest = await findNewestRecordedSpan(dir)
  if (newest !== null) return { dir, only: replayOnly, hasWeather, startsInside: newest }
  throw new SetupError(
    `The replay folder ${dir} holds no recording of generation to start in: give --replay recordings, or an instant with --as-of.`,
  )
}

/**
 * The first Paris noon after two thirds of a recording, so that it contains both history and forecast; in a short recording two
 * days before its end, but not before its middle.
 */
function startInside({ fromEpochMs, untilEpochMs }: Span): Temporal.Instant {
  const lengthMs = untilEpochMs - fromEpochMs
  const twoThirds = Temporal.Instant.fromEpochMilliseconds(fromEpochMs + Math.floor((2 * lengthMs) / 3))
  const midnight = toParisTime(twoThirds).startOfDay()
  const noons = [0, 1].map((days) => midnight.add({ days }).withPlainTime('12:00').epochMilliseconds)
  const noonMs = noons.find((epochMs) => epochMs >= twoThirds.epochMilliseconds) ?? twoThirds.epochMilliseconds
  const latestMs = Math.max(untilEpochMs - leftAfterStartMs, fromEpochMs + Math.floor(lengthMs / 2))
  return Temporal.Instant.fromEpochMilliseconds(Math.min(noonMs, latestMs))
}

function replayFolder(text: string): string {
  const folder = resolve(text)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new SetupError(`The replay folder ${folder} does not exist: give --replay a folder of recorded data.`)
}

function serverUrl(env: EnvSource, name: string, pattern: RegExp): string | null {
  const url = env[name]
  if (url === undefined || url === '') return null
  // The message omits the value, which may contain a password.
  if (!pattern.test(url) || !URL.canParse(url))
    throw new SetupError(`${name} is not a usable address: correct it or unset it.`)
  return url
}
