import { renderSettingsPage } from '@hexawatt/dev/src/documents/settings-page.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import { isRepairable } from '@hexawatt/svc-ingest/src/backfill/repair-gaps.ts'
import { runAuditCommand } from '@hexawatt/svc-ingest/src/cli/audit-command.ts'
import { backfillCommandLine, loadFeeds } from '@hexawatt/svc-ingest/src/cli/backfill-command.ts'
import { renderFeedTables } from '@hexawatt/svc-ingest/src/documents/feed-tables.ts'
import { probeSources } from '@hexawatt/svc-ingest/src/first-contact/probe-sources.ts'
import { addSourceGauges } from '@hexawatt/svc-ingest/src/maintenance/gauges.ts'
import { recordFailure } from '@hexawatt/svc-ingest/src/pipeline/source-status-store.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { openPublisherIds, readBaseUrls } from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { credentialEntries } from '@hexawatt/svc-ingest/src/upstream/credentials.ts'
import * as v from 'valibot'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { dataset, feed, recordedFailures } from './added-sources.ts'

/**
 * Program of `fourteenth-feed.test.ts`: runs the product of the tree that it lies in, in the mode that is named on the command line, and prints as JSON what
 * became of the added feed and dataset.
 */
const isOpen = process.argv[2] === 'open'
const { id } = feed
const feedIdOf = id as Parameters<typeof isRepairable>[0]

const tick = Temporal.Instant.from('2026-02-03T09:10:00Z')
const never = new AbortController().signal

const system = await startSystem({ asOf: '2026-02-03T09:05:00Z', ...(isOpen ? { mode: 'open' as const } : {}) })
const { sql, ingest } = system
try {
  const workers = await startIngest({ ...ingest, metrics: createMetrics('svc-ingest') })
  // In open mode some feeds have no source.
  const isRead = (source: { id: string; lastSuccess: string | null }) =>
    source.lastSuccess !== null || (isOpen && source.id !== id)
  const isEverythingRead = async () => (await sources()).every(isRead)
  const polled = await pollUntil(isEverythingRead, { intervalMs: 100, timeoutMs: 60_000 })
  if (isOpen) await pollUntil(async () => (await mixSlots()) > 0, { intervalMs: 100, timeoutMs: 60_000 })
  await workers.stop()
  const listed = (await sources()).filter((source) => source.id === id)
  const storedByPoll = await storedSlots()
  const publishers = await sql<{ publisher: string }[]>`select distinct publisher from feed_values where feed = ${id}`
  const emptyPolls = labelsOf(await gaugesText(system), 'ingest_source_empty_polls', `content="${id}"`)

  system.clock.moveTo(tick.add({ seconds: 10 }).toString())
  const live = await computePoint(ingest, tick)
  const before = { start: tick.subtract({ minutes: 40 }), end: tick }
  const { addedPoints: filled } = await fillPoints(ingest, before, { stopping: never })
  const points = await sql<{ phi: number | null }[]>`
    select (inputs -> ${id} ->> 'phi')::float8 as phi from score_points order by at`

  const storedBefore = await storedSlots()
  const backfill = await load(['--feed', id, '--from', '2026-01-10', '--to', '2026-01-12'])
  const storedByBackfill = (await storedSlots()) - storedBefore

  const untouched = await audit()
  await sql`
    update feed_values set value = value + 0.1
    where feed = ${id} and slot_start = (select max(slot_start) from feed_values where feed = ${id})`
  const tampered = await audit()

  const names = await Promise.all(['fr', 'en'].map((language) => nameOnThePage(language)))
  const probed = isOpen ? await differences() : []
  // Later than any alert on late feeds waits.
  system.clock.advance({ hours: 48 })
  for (let failure = 1; failure <= recordedFailures; failure++)
    await recordFailure(ingest.sql, feedIdOf, system.clock.now(), `failure ${failure}`)
  const gauges = await gaugesText(system)
  const tables = renderFeedTables()
  console.log(
    JSON.stringify({
      polled,
      listed,
      storedByPoll,
      publishers: publishers.map(({ publisher }) => publisher),
      emptyPolls,
      live,
      filled,
      phi: points.map(({ phi }) => phi),
      backfill,
      storedByBackfill,
      gaps: isRepairable(feedIdOf, ingest.mode) ? [id] : [],
      untouched,
      tampered,
      names,
      probed,
      overdueSeconds: gaugeOf(gauges, 'ingest_source_overdue_seconds'),
      failures: gaugeOf(gauges, 'ingest_source_consecutive_failures'),
      credentials: Object.keys(credentialEntries).filter((name) => name.endsWith(feed.api.toUpperCase())),
      isApiOnSettingsPage: (await renderSettingsPage()).includes(feed.api.toUpperCase()),
      documented: Object.values(tables).map((table) => table.includes(`\`${id}\``)),
    }),
  )
} finally {
  await system.stop()
}
process.exit()

/** Rows of `/api/status`, as the gateway serves it; none before the first snapshot. */
async function sources() {
  const response = await system.get('/api/status')
  if (response.status !== 200) return [{ id, lastSuccess: null }]
  return v.parse(StatusResponse, await response.json()).sources
}

async function storedSlots(): Promise<number> {
  const [row] = await sql<{ slots: number }[]>`select count(*)::int as slots from feed_values where feed = ${id}`
  return row?.slots ?? 0
}

/** Slots of the mix, without which no point has a carbon intensity. */
async function mixSlots(): Promise<number> {
  const [row] = await sql<{ slots: number }[]>`
    select count(*)::int as slots from feed_values where feed in ('generation_mix_15min', 'power_exchanges')`
  return row?.slots ?? 0
}

/** Runs `bun run backfill` with these arguments. */
async function load(argv: readonly string[]): Promise<number> {
  const command = readCommandLine(backfillCommandLine, argv)
  if ('helpText' in command) throw new Error('the arguments ask for help')
  return loadFeeds(ingest, command, { stopping: never, signal: never, output: { write: () => true } }, 'again')
}

/** Output of `bun run audit` for every point. */
async function audit(): Promise<{ exitCode: number; head: string }> {
  const lines: string[] = []
  const exitCode = await runAuditCommand({
    argv: ['--sample', '100', '--seed', '1'],
    env: { DATABASE_URL: system.ingestDatabaseUrl },
    print: (line) => lines.push(line),
    printProgress: () => undefined,
  })
  return { exitCode, head: lines.join('\n') }
}

/** The name of the feed in the table of sources. */
async function nameOnThePage(language: string): Promise<string | null> {
  const page = await (await system.get(`/etat?lang=${language}`)).text()
  return page.match(new RegExp(`<tr[^>]* data-source="${id}"><th scope="row">.*?<span>([^<]+)<small>`))?.[1] ?? null
}

/** Differences that the probe of a first contact finds for the added dataset; one sentence where it is not called. */
async function differences(): Promise<string[]> {
  const open = Object.fromEntries(openPublisherIds.map((name) => [name, new URL(`${system.upstreamUrl}/open/${name}`)]))
  const baseUrls = { ...readBaseUrls({}), ...open }
  const findings = await probeSources({ now: () => system.clock.now(), baseUrls, sleep: async () => undefined })
  const own = findings.filter(({ source }) => source === dataset)
  return own.length === 0 ? ['it is not asked'] : own.flatMap((finding) => finding.differences)
}

async function gaugesText({ clock }: System): Promise<string> {
  const metrics = createMetrics('svc-ingest')
  addSourceGauges({ sql: ingest.sql, clock, metrics })
  return metrics.text()
}

/** The gauge of the added feed; null without one. */
function gaugeOf(text: string, name: string): number | null {
  const found = text.split('\n').find((line) => line.startsWith(name) && line.includes(`source="${id}"`))
  return found === undefined ? null : Number(found.split(' ').at(-1))
}

/** The labels of source and content of a gauge that has this label; null without one. */
function labelsOf(text: string, name: string, label: string): string | null {
  const found = text.split('\n').find((line) => line.startsWith(name) && line.includes(label))
  return found?.match(/source="\w+",content="\w+"/)?.[0] ?? null
}
