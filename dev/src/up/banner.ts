import { userInfo } from 'node:os'
import { getCarbonIntensity } from '@hexawatt/shared/contract/operations/get-carbon-intensity'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { pricePublisher, publisherFacts, weatherPublisher } from '@hexawatt/shared/grid/publishers'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import type { Span } from '../upstream/subjects/span.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import { repositoryRoot } from './data-folder/places.ts'
import type { HistoryFill } from './fill-history.ts'
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
  /** The new key; null when an earlier start created one. */
  key: string | null
  /** The public demo key. */
  demoKey: string
  readiness: Readiness
  /** The fill that runs in the background; null when none runs. */
  fill: HistoryFill | null
  /** Whether the weather comes from a service that is free for non-commercial use. */
  usesFreeWeather: boolean
  /** Time since the command, ms. */
  elapsedMs: number
}

/** The text for the user when everything runs: address, kind of data, key, and a command to paste. */
export function writeBanner(input: BannerInput): string {
  const { plan, isOffline, usesFreeWeather, folder, key, demoKey, readiness, fill, elapsedMs } = input
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
    ...(usesFreeWeather ? weatherLines : []),
    '',
    `  URL    ${makePublicBaseUrl(plan)} (the site; API reference at /docs)`,
    ...accountLines(input),
    ...keyLines(key),
    `  Demo   ${demoKey} (public: a few requests per address, for current values and forecasts; see ${makePublicBaseUrl(plan)}${plansPagePath})`,
    `  Try    ${curlLine(plan, key)}`,
    `  Data   ${folder.dataDir} (logs in ${folder.logDir})`,
    ...(fill === null
      ? []
      : [`  Past   the points since ${fill.from} are being computed, newest first (log: ${fill.logFile})`]),
    ...exposureLines(plan),
    '',
    '  Ctrl-C stops everything; the data are kept.',
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
    ...openAttributions.map((text, at) => `  ${at === 0 ? 'Source' : '      '} ${text}`),
  ]
}

/** The terms of the weather, and its attribution. */
const weatherLines: readonly string[] = [
  `  Weather ${weatherPublisher.attribution.en}`,
  '          Its free service is for non-commercial use (open-meteo.com/en/terms): WEATHER_URL names another server, or is `off`.',
]

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

function keyLines(key: string | null): string[] {
  if (key !== null) return [`  Key    ${key} (plan scale; shown only now, stored as a hash)`]
  return [
    '  Key    shown at an earlier start; to create another: `bun run up --new-key` or `bun run keys create --account local`',
    '         run `export HEXAWATT_API_KEY=hxw_…` before the command below',
  ]
}

function curlLine(plan: RunPlan, key: string | null): string {
  return `curl -s -H "X-Api-Key: ${key ?? '$HEXAWATT_API_KEY'}" ${makePublicBaseUrl(plan)}${getCarbonIntensity.path}`
}

/** Addresses that other machines cannot reach. */
const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'

/** A warning for users who open the port to other machines, with the safer setup; empty on a loopback address. */
function exposureLines({ host, port, mode, replay, chosenDataDir }: RunPlan): string[] {
  if (isLoopback(host)) return []
  const chosen = [
    ...(replay === null ? [`--${mode}`] : ['--replay', replay.dir]),
    ...(chosenDataDir === null ? [] : ['--data-dir', chosenDataDir]),
  ]
  const command = [process.execPath, 'dev/bootstrap.ts', 'dev/src/up/main.ts', '--port', String(port), ...chosen]
  return [
    '',
    `  WARNING ${host} is open without encryption to every machine that can reach this one: others on the network can read keys`,
    '          and pages. On the internet, omit --host and put a reverse proxy with TLS in front, for example Caddy:',
    '            power.example.org {',
    `              reverse_proxy 127.0.0.1:${port}`,
    '            }',
    '          As a service, in /etc/systemd/system/hexawatt.service:',
    '            [Service]',
    `            User=${userInfo().uid}`,
    `            WorkingDirectory=${repositoryRoot}`,
    '            Environment=PUBLIC_BASE_URL=https://power.example.org TRUSTED_PROXIES=127.0.0.1',
    `            ExecStart=${command.map(quoteForSystemd).join(' ')}`,
    '            Restart=on-failure',
    '            KillMode=mixed',
    '            [Install]',
    '            WantedBy=multi-user.target',
  ]
}

/** A word of a unit file, with the characters escaped that systemd would expand or split at. */
function quoteForSystemd(word: string): string {
  const escaped = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /[\s"'\\]/.test(escaped) ? `"${escaped.replaceAll(/["\\]/g, '\\$&')}"` : escaped
}
