import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import { runAuditCommand } from '@hexawatt/svc-ingest/src/cli/audit-command.ts'
import { backfillCommandLine, loadFeeds } from '@hexawatt/svc-ingest/src/cli/backfill-command.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import * as v from 'valibot'
import { startSystem } from '../testing/system-fixture.ts'

/**
 * Program of `fourteenth-feed.test.ts`: runs the product of the tree that it lies in with the feed that is named on the command line, and
 * prints as JSON what became of it. Arguments: id of the feed, path of its resource at the operator.
 */
const [id = '', path = ''] = process.argv.slice(2)

const tick = Temporal.Instant.from('2026-02-03T09:10:00Z')
const never = new AbortController().signal

const system = await startSystem({
  asOf: '2026-02-03T09:05:00Z',
  addResources: (upstream) => upstream.get(path, ({ query }) => frequencies(query, system.clock.now())),
})
const { sql, ingest } = system
try {
  const workers = await startIngest({ ...ingest, metrics: createMetrics('svc-ingest') })
  const isEverythingRead = async () => (await sources()).every(({ lastSuccess }) => lastSuccess !== null)
  const polled = await pollUntil(isEverythingRead, { intervalMs: 100, timeoutMs: 60_000 })
  await workers.stop()
  const listed = (await sources()).filter((source) => source.id === id)
  const storedByPoll = await storedSlots()

  system.clock.moveTo(tick.add({ seconds: 10 }).toString())
  const live = await computePoint(ingest, tick)
  const before = { start: tick.subtract({ minutes: 40 }), end: tick }
  const { addedPoints: filled } = await fillPoints(ingest, before, { stopping: never })
  const points = await sql<{ phi: number | null }[]>`
    select (inputs -> ${id} ->> 'phi')::float8 as phi from score_points order by at`

  const backfill = await load(['--feed', id, '--from', '2026-01-10', '--to', '2026-01-12'])
  const storedByBackfill = (await storedSlots()) - storedByPoll

  const untouched = await audit()
  await sql`
    update feed_values set value = value + 0.1
    where feed = ${id} and slot_start = (select max(slot_start) from feed_values where feed = ${id})`
  const tampered = await audit()

  const names = await Promise.all(['fr', 'en'].map((language) => nameOnThePage(language)))
  console.log(
    JSON.stringify({
      polled,
      listed,
      storedByPoll,
      live,
      filled,
      phi: points.map(({ phi }) => phi),
      backfill,
      storedByBackfill,
      untouched,
      tampered,
      names,
    }),
  )
} finally {
  await system.stop()
}
process.exit()

/** Rows of `/api/status`, as the gateway serves it; none before the first snapshot. */
async function sources() {
  const response = await system.get('/api/status')
  if (response.status !== 200) return [{ id: '', lastSuccess: null }]
  return v.parse(StatusResponse, await response.json()).sources
}

async function storedSlots(): Promise<number> {
  const [row] = await sql<{ slots: number }[]>`select count(*)::int as slots from feed_values where feed = ${id}`
  return row?.slots ?? 0
}

/** What `bun run backfill` does with these arguments. */
async function load(argv: readonly string[]): Promise<number> {
  const command = readCommandLine(backfillCommandLine, argv)
  if ('helpText' in command) throw new Error('the arguments ask for help')
  return loadFeeds(ingest, command, { stopping: never, signal: never, output: { write: () => true } }, 'again')
}

/** What `bun run audit` says of every point. */
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
  const page = await (await system.get(`/?lang=${language}`)).text()
  return page.match(new RegExp(`<tr data-source="${id}"><th scope="row">([^<]*)</th>`))?.[1] ?? null
}

/** The resource at the operator: a value for every quarter of an hour of the window that has been over for a quarter of an hour. */
function frequencies({ start_date = '', end_date = '' }: Record<string, string>, now: Temporal.Instant): unknown {
  const startMs = Date.parse(start_date)
  const endMs = Math.min(Date.parse(end_date), now.epochMilliseconds - 15 * minuteMs)
  const count = Math.max(0, Math.floor((endMs - startMs) / (15 * minuteMs)))
  const text = (ms: number) => new Date(ms).toISOString()
  const values = Array.from({ length: count }, (_, index) => {
    const slotMs = startMs + index * 15 * minuteMs
    return { start_date: text(slotMs), end_date: text(slotMs + 15 * minuteMs), value: 50 + (index % 7) / 100 }
  })
  return { grid_frequency: [{ values }] }
}
