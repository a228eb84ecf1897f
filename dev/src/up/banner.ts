import { getCarbonIntensity } from '@hexawatt/shared/contract/operations/get-carbon-intensity'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { pricePublisher, publisherFacts, weatherPublisher } from '@hexawatt/shared/grid/publishers'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import type { Span } from '../upstream/subjects/span.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import type { HistoryFill } from './fill-history.ts'
import { exposureLines } from './hints/exposure-lines.ts'
import { type UserCommands, userCommands } from './hints/user-commands.ts'
import type { ShownKey } from './local-key.ts'
import { makePublicBaseUrl } from './programs.ts'
import type { Readiness } from './readiness.ts'
import type { RunPlan } from './run-plan.ts'

type BannerInput = {
  plan: RunPlan
  /** Whether mail leaves by a server of the user. */
  hasMail: boolean
  /** Whether no publisher of open data answers. */
  isOffline: boolean
  folder: DataFolder
  /** Where the user finds the key. */
  key: ShownKey
  /** The public demo key. */
  demoKey: string
  readiness: Readiness
  /** The fill that runs in the background; null when none runs. */
  fill: HistoryFill | null
  /** Whether the weather comes from a service that is free for non-commercial use, or is off; null = nothing to say. */
  weather: 'free' | 'off' | null
  /** Time since the command, ms. */
  elapsedMs: number
}

/** The text for the user when everything runs: address, kind of data, key, and a command to paste. */
export function writeBanner(input: BannerInput): string {
  const { plan, isOffline, weather, folder, key, demoKey, readiness, fill, elapsedMs } = input
  const commands = userCommands(plan.container)
  const seconds = (elapsedMs / 1000).toFixed(1)
  const head =
    readiness.kind === 'ready'
      ? `Hexawatt is ready (${seconds} s).`
      : `Hexawatt is running, but has no value of this start yet: ${readiness.why}`
  const refusing = readiness.kind === 'ready' ? readiness.refusing : []
  return [
    '',
    head,
    ...refusing.map(({ path, why }) => `  NOT YET  ${path}: ${why}`),
    '',
    `  ${modeText(plan)}`,
    ...(plan.mode === 'open' ? openLines(isOffline) : []),
    ...(weather === null ? [] : weatherLines[weather]),
    '',
    `  URL    ${makePublicBaseUrl(plan)} (the site; API reference at /docs)`,
    ...accountLines(input),
    ...keyLines(key, commands),
    `  Demo   ${demoKey} (public: a few requests per address, for current values and forecasts; see ${makePublicBaseUrl(plan)}${plansPagePath})`,
    `  Try    ${curlLine(plan, key, commands)}`,
    `  Data   ${folder.dataDir} (logs in ${folder.logDir})`,
    ...(fill === null
      ? []
      : [`  Past   the points since ${fill.from} are being computed, newest first (log: ${fill.logFile})`]),
    ...exposureLines({ ...plan, isContainer: plan.container !== null }),
    '',
    `  ${commands.stop} stops everything; the data are kept.`,
    '',
  ].join('\n')
}

function modeText({ mode, replay, asOf }: RunPlan): string {
  const when = asOf === null ? '' : `, as of ${isoSeconds(asOf)}`
  if (mode === 'live') return 'LIVE DATA'
  if (mode === 'open') return 'OPEN DATA: real measurements from publishers that require no registration.'
  if (replay === null) return `DEMO DATA${when}: invented values, not measurements.`
  const inside =
    replay.startsInside === null
      ? ''
      : ` (inside its newest recording, ${daysText(replay.startsInside)}; --as-of chooses)`
  const gaps = replay.only
    ? 'unrecorded values are missing'
    : 'unrecorded values are invented, and /api/status marks them'
  return `REPLAY of ${replay.dir}${when}${inside}: ${gaps}.`
}

/** Publishers that a start without failures reads. */
const openPublishers = ['odre', 'energy-charts', 'rte-services'] as const
const openAttributions = [...openPublishers.map((id) => publisherFacts[id]), pricePublisher].map(
  ({ attribution }) => attribution.en,
)

/** Notes for users of open data: whether the data are fresh, what they lack, and their attribution. */
function openLines(isOffline: boolean): string[] {
  return [
    ...(isOffline
      ? ['  NO NETWORK: no publisher answers; stored data are served, and polling continues in the background.']
      : []),
    '  Lacks  the live grid signal, outages, the weekly load forecast, balancing: they require an RTE account',
    ...openAttributions.map((text, at) =>
      at === 0 ? `  Source ${text.replace(/^Source: /, '')}` : `         ${text}`,
    ),
  ]
}

/** The terms of the weather, and its attribution; where it is off, why, and what it costs. */
const weatherLines: Readonly<Record<'free' | 'off', readonly string[]>> = {
  free: [
    `  Weather ${weatherPublisher.attribution.en}`,
    '          Its free service is for non-commercial use (open-meteo.com/en/terms): WEATHER_URL names another server, or is `off`.',
  ],
  off: [
    '  Weather off: forecasts reach 48 hours. Its free service is for non-commercial use, so you decide: WEATHER_URL names the server',
    `          (${weatherPublisher.freeServiceUrl}, or your own), and forecasts reach 72 hours.`,
  ],
}

/** First and last Paris day of a recording. */
function daysText({ fromEpochMs, untilEpochMs }: Span): string {
  const dayOf = (epochMs: number) => parisDate(Temporal.Instant.fromEpochMilliseconds(epochMs))
  return `${dayOf(fromEpochMs)} to ${dayOf(untilEpochMs - 1)}`
}

/** Where people sign up; signing up requires a way to send mail. */
function accountLines({ plan, hasMail }: BannerInput): string[] {
  const account = `${makePublicBaseUrl(plan)}/account`
  if (hasMail) return [`  People ${account} (sign-up by e-mail)`]
  if (plan.mode !== 'demo') return []
  return [`  People ${account} (sign-up by e-mail; the mail is at ${account}/mailbox, in demo mode only)`]
}

function keyLines(shown: ShownKey, { operator, show }: UserCommands): string[] {
  if (shown.kind === 'text') return [`  Key    ${shown.key} (plan scale; shown only now, stored as a hash)`]
  if (shown.kind === 'file') {
    return [`  Key    in ${shown.path} (plan scale; only its owner can read the file): \`${show(shown.path)}\``]
  }
  return [
    `  Key    shown at an earlier start; to create another: \`${operator('keys create --account local')}\``,
    '         run `export HEXAWATT_API_KEY=hxw_…` before the command below',
  ]
}

function curlLine(plan: RunPlan, shown: ShownKey, { show }: UserCommands): string {
  const key = shown.kind === 'text' ? shown.key : shown.kind === 'file' ? `$(${show(shown.path)})` : '$HEXAWATT_API_KEY'
  return `curl -s -H "X-Api-Key: ${key}" ${makePublicBaseUrl(plan)}${getCarbonIntensity.path}`
}
