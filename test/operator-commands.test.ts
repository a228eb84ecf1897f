import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { startIngestFixture } from './testing/ingest-fixture.ts'

const asOf = '2026-02-03T12:00:00Z'
const root = join(import.meta.dir, '..')

const fixture = stopAtEnd(await startIngestFixture(asOf))
const env = { ...fixture.env, CLOCK_OFFSET_MS: String(computeOffsetMs(Temporal.Instant.from(asOf))) }

/** A command line as the operator runs it; `whileRunning` may disturb it. */
async function run(
  command: 'backfill' | 'feeds',
  args: string,
  {
    settings = env,
    whileRunning,
  }: { settings?: Record<string, string>; whileRunning?: (pid: number) => Promise<void> } = {},
) {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', 'svc-ingest/src/cli/main.ts', command, ...args.split(' ')],
    {
      cwd: root,
      env: settings,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  await whileRunning?.(child.pid)
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, out: out.trimEnd(), err: err.trimEnd() }
}

const month =
  '--from 2025-10-01 --to 2025-11-01 --feed generation_mix_15min --feed physical_flows --calls-per-second 50'

describe('bun run backfill', () => {
  test('a backfill interrupted by Ctrl-C finishes its running pieces, says how to continue, and continues', async () => {
    fixture.faults.set([{ kind: 'slow', subject: 'physical_flows', delayMs: 500, times: 1 }])
    const interrupted = await run('backfill', month, {
      whileRunning: async (pid) => {
        while (fixture.faults.list().length > 0) await Bun.sleep(5)
        process.kill(pid, 'SIGINT')
      },
    })
    expect(interrupted).toMatchObject({
      exitCode: 130,
      err: expect.stringContaining('running pieces are finished first'),
    })
    expect(interrupted.out).toContain('Interrupted.')
    expect(interrupted.out).toContain(`To continue: bun run backfill ${month}`)
    const [noted] = await fixture.sql<{ pieces: number }[]>`select count(*)::int as pieces from backfill_pieces`
    expect(noted?.pieces).toBeGreaterThan(0)

    const resumed = await run('backfill', month)
    expect(resumed).toMatchObject({ exitCode: 0, err: '' })
    expect(resumed.out).toContain(`6 of 6 pieces are done, ${noted?.pieces} of them by an earlier run`)
    const again = await run('backfill', month)
    expect(again).toMatchObject({ exitCode: 0, out: expect.stringContaining('6 of 6 pieces are done; 0 new values') })
  })

  test('a backfill refuses a database with another kind of data', async () => {
    const live = { ...env, DATA_MODE: 'live' }
    const refused = await run('backfill', month, { settings: live })
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('This database holds demo data') })
  })

  test('a backfill without settings says in one sentence where they come from', async () => {
    expect(await run('backfill', month, { settings: {} })).toMatchObject({
      exitCode: 1,
      out: '',
      err: 'DATABASE_URL is not set: start the product with "bun run up", or set the settings of svc-ingest.',
    })
  })
})

describe('bun run feeds', () => {
  test('`feeds status` prints the table of /api/status without the upstream’s credentials', async () => {
    await createPoller(fixture.deps).poll('physical_flows')
    const { RTE_CLIENT_ID: _id, RTE_CLIENT_SECRET: _secret, ...settings } = env
    const { exitCode, out } = await run('feeds', 'status', { settings })
    expect(exitCode).toBe(0)
    expect(out).toContain(`demo data, as of ${asOf}`)
    expect(out).toMatch(/^physical_flows +2026-02-03T12:00:00Z +2026-02-03T11:00:00Z +60 min +\S+ +0 +demo/m)
    expect(out).toMatch(/^imbalance +never +- +- /m)
  })

  test('`feeds trace` leads from a value to its payload, and `feeds payload` prints it', async () => {
    const { out } = await run('feeds', 'trace --feed physical_flows --slot 2026-02-03T08:00:00Z')
    const [header, first] = out.split('\n')
    expect(header).toMatch(/^SERIES +VALUE +SLOT END +UPDATED +KNOWN FROM +PAYLOAD +FETCHED +BYTES +SHA-256$/)
    const id = first?.split(/ {2,}/)[5] ?? ''
    const payload = await run('feeds', `payload ${id}`)
    expect(Object.keys(JSON.parse(payload.out))).toEqual(['physical_flows'])
  })

  test('`feeds gaps` shows the day that lacks slots, and --repair fills it', async () => {
    const october = 'gaps --feed physical_flows --from 2025-10-25 --to 2025-10-28'
    await fixture.sql`
      delete from feed_values where feed = 'physical_flows' and slot_start = '2025-10-26T01:00:00Z'`
    const found = await run('feeds', october)
    expect(found.out).toMatch(/^physical_flows +2025-10-26 +24\/25 slots +never$/m)
    expect(found.out).toContain('physical_flows: 2 of 3 days complete')
    const repaired = await run('feeds', `${october} --repair`)
    expect(repaired.out).toMatch(/^physical_flows: 1 days incomplete, 1 requested again, \d+ new values$/)
    expect((await run('feeds', october)).out).toBe('physical_flows: 3 of 3 days complete')
  })
})
