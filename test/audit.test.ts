import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { drawPoints } from '@hexawatt/svc-ingest/src/audit/stored-point-store.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { last, startAuditFixture, ticks } from './audit/testing/audit-fixture.ts'

const root = join(import.meta.dir, '..')

const fixture = stopAtEnd(await startAuditFixture())
afterEach(() => fixture.restore())

describe('an audit of untouched data', () => {
  test('untouched points are audited as equal, also revised values and ticks where the quarter-hourly mix stands in', async () => {
    const { exitCode, out } = await fixture.audit('--sample 100 --seed 1')
    const [head, chainOfSample] = out.split('\n')
    expect(head).toBe(`${ticks} points audited (seed 1): ${ticks} equal, 0 different, 0 not comparable`)
    expect(chainOfSample).toBe((await fixture.audit('--chain')).out)
    expect(exitCode).toBe(0)
    const [revised] = await fixture.sql<{ slots: number }[]>`
      select count(*)::int as slots from (
        select 1 from feed_values where feed = 'generation_by_type' group by series, slot_start having count(*) > 1) slot`
    expect(revised?.slots).toBeGreaterThan(0)
    const [{ rows } = { rows: 0 }] = await fixture.sql<{ rows: number }[]>`
      select (inputs -> 'generation_mix_15min' ->> 'rows')::int as rows from score_points where at = ${last}`
    expect(rows).toBeGreaterThan(0)
  })

  test('the audit of one point shows stored and recomputed values next to each other', async () => {
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toContain(`Point of ${last}, live, computed at 2026-02-03T13:40:10Z`)
    const [point] = await fixture.sql<{ globalScore: number; grams: number }[]>`
      select global_score, production_g_co2eq_per_kwh as grams from score_points where at = ${last}`
    expect(out).toMatch(new RegExp(`^global_score +${point?.globalScore} +${point?.globalScore}$`, 'm'))
    expect(out).toMatch(new RegExp(`^production_g_co2eq_per_kwh +${point?.grams} +${point?.grams}$`, 'm'))
    expect(out).toEndWith('Equal: the archived payloads give this point, column by column.')
    expect(exitCode).toBe(0)
  })

  test('the audit still holds after the payloads have outlived their month', async () => {
    await fixture.tamperWith('raw_payloads')
    await fixture.sql`
      insert into kept_payloads (id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
      select id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at from raw_payloads`
    await fixture.sql`delete from raw_payloads`
    expect((await fixture.audit(`--at ${last}`)).exitCode).toBe(0)
    await fixture.sql`delete from kept_payloads`
  })

  test('the audit shows the revisions of the point', async () => {
    await fixture.sql`
      insert into score_point_revisions values (${last}, '2026-02-03T15:00:00Z', '{"global_score": 12}')`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toContain(
      'Revised at 2026-02-03T15:00:00Z, after its inputs were corrected or completed, to {"global_score": 12}',
    )
    expect(exitCode).toBe(0)
    await fixture.sql`delete from score_point_revisions`
  })
})

test('a point that is older than a feed of this release is audited as equal', async () => {
  // A point of a release without the calendar of the three-colour tariff, which has no weight in the confidence, has no record of it.
  await fixture.tamperWith('score_points')
  await fixture.sql`update score_points set inputs = inputs - 'tariff_calendar' where at = ${last}`
  await fixture.tamperWith('raw_payloads')
  await fixture.tamperWith('feed_values')
  await fixture.sql`delete from raw_payloads where source = 'tariff_calendar'`
  await fixture.sql`delete from feed_values where feed = 'tariff_calendar'`
  const { exitCode, out } = await fixture.audit(`--at ${last}`)
  expect(out).toEndWith('Equal: the archived payloads give this point, column by column.')
  expect(exitCode).toBe(0)
})

describe('a point of a former version', () => {
  /** Confidence of the last point by version 1, from the availabilities that it records. */
  async function confidenceOfVersion1(): Promise<number> {
    const [{ inputs, fallbacks } = { inputs: '{}', fallbacks: [] }] = await fixture.sql<
      { inputs: string; fallbacks: string[] }[]
    >`select inputs::text as inputs, fallbacks from score_points where at = ${last}`
    const recorded: Record<string, { phi: number }> = JSON.parse(inputs)
    const weighted = feedIds.map((feed) => feedFacts[feed].confidenceWeight * (recorded[feed]?.phi ?? 0))
    return Math.round(weighted.reduce((sum, value) => sum + value) * (fallbacks.length > 0 ? 0.85 : 1))
  }

  test('a point of confidence version 1 is audited by version 1, in which only the late hourly feed counts', async () => {
    await fixture.tamperWith('score_points')
    const ofVersion1 = await confidenceOfVersion1()
    const [stored] = await fixture.sql<{ confidence: number }[]>`
      select confidence from score_points where at = ${last} and confidence_version = 2`
    expect(stored?.confidence).toBeGreaterThan(ofVersion1)
    await fixture.sql`update score_points set confidence_version = 1 where at = ${last}`
    const differing = await fixture.audit(`--at ${last}`)
    expect(differing.out).toMatch(/^confidence +≠/m)
    await fixture.sql`update score_points set confidence = ${ofVersion1} where at = ${last}`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toMatch(/^confidence_version +1 +1/m)
    expect(exitCode).toBe(0)
  })

  /**
   * Lets the last point record forecasts as programs of version 1 of the score read them: until 51 hours after the hour of the point. Only these two feeds of the
   * demo have values beyond.
   */
  const recordForecastsOfVersion1 = () => fixture.sql`
    with slots as (
      select distinct on (feed, series, slot_start) feed, payload_id, known_from from feed_values
      where feed in ('consumption', 'consumption_weekly') and series <> 'REALISED' and known_from <= ${last}
        and slot_start >= date_trunc('hour', ${last}::timestamptz)
        and slot_start < date_trunc('hour', ${last}::timestamptz) + interval '51 hours'
      order by feed, series, slot_start, known_from desc
    ), recorded as (
      select feed, jsonb_build_object('rows', count(*), 'payloadIds', jsonb_agg(distinct payload_id), 'newestKnownFrom',
        to_char(max(known_from) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as part from slots group by feed
    )
    update score_points
    set inputs = inputs || (select jsonb_object_agg(feed, inputs -> feed || part) from recorded) where at = ${last}`

  test('a point of version 1 of the score is audited by version 1, which has no known dimensions and read forecasts of fewer hours', async () => {
    await fixture.tamperWith('score_points')
    // Every dimension was known, so both versions give one value.
    await fixture.sql`update score_points set score_version = 1, known_dimensions = null where at = ${last}`
    const differing = await fixture.audit(`--at ${last}`)
    expect(differing.out.match(/^\S+(?= +≠)/gm)).toEqual(['inputs.consumption', 'inputs.consumption_weekly'])
    await recordForecastsOfVersion1()
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toMatch(/^score_version +1 +1$/m)
    expect(out).toMatch(/^known_dimensions +null +null$/m)
    expect(exitCode).toBe(0)
  })

  test('a point of a version that this program does not know is not compared', async () => {
    await fixture.tamperWith('score_points')
    await fixture.sql`update score_points set confidence_version = 3 where at = ${last}`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toContain('confidence 3 (this program: 2)')
    expect(exitCode).toBe(1)
  })
})

describe('an audit of backfilled points', () => {
  const window = {
    start: Temporal.Instant.from('2026-02-03T08:30:00Z'),
    end: Temporal.Instant.from('2026-02-03T13:40:00Z'),
  }
  const fill = () => fillPoints(fixture.deps, window, { stopping: new AbortController().signal })

  test('backfilled points are audited as equal, also ticks with values learnt later and values revised meanwhile', async () => {
    await fixture.tamperWith('score_points')
    await fixture.sql`delete from score_points`
    const { addedPoints } = await fill()
    expect(addedPoints).toBe((5 * 60 + 10) / 10)
    // Left are those before and around the first values and the revision, and those at which the quarter-hourly mix stands in.
    await fixture.sql`
      delete from score_points where at > '2026-02-03T10:20:00Z' and at <= '2026-02-03T13:20:00Z' and at <> '2026-02-03T12:00:00Z'`
    const { exitCode, out } = await fixture.audit('--sample 200 --seed 1')
    expect(out).toContain(`14 points audited (seed 1): 14 equal, 0 different, 0 not comparable`)
    expect(exitCode).toBe(0)
    const [beforeAnything] = await fixture.sql<{ confidence: number }[]>`
      select confidence from score_points where at = '2026-02-03T08:40:00Z'`
    expect(beforeAnything?.confidence).toBeGreaterThan(50)
  })

  test('the audit finds a value that was tampered with before the fill', async () => {
    await fixture.tamperWith('score_points')
    await fixture.tamperWith('feed_values')
    await fixture.sql`delete from score_points`
    await fixture.sql`
      update feed_values set value = value + 10 where feed = 'power_exchanges' and series = 'PRICE'
        and slot_start >= '2026-02-03T08:00:00Z' and slot_start < '2026-02-03T09:00:00Z'`
    await fill()
    const { exitCode, out } = await fixture.audit('--at 2026-02-03T08:40:00Z')
    expect(out).toContain('Point of 2026-02-03T08:40:00Z, backfilled, computed at 2026-02-03T13:40:10Z')
    expect(out).toMatch(/^spot_price_eur_per_mwh +≠/m)
    expect(exitCode).toBe(1)
  })
})

describe('a sample', () => {
  test('the same seed gives the same sample, another seed another one', async () => {
    const drawn = async (seed: number) => (await drawPoints(fixture.sql, 5, seed)).map(String)
    expect(await drawn(7)).toEqual(await drawn(7))
    expect(await drawn(7)).not.toEqual(await drawn(8))
    expect((await fixture.audit('--sample 5')).out).toMatch(/^5 points audited \(seed \d+\): 5 equal/)
  })
})

describe('the command', () => {
  const run = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, '--no-env-file', 'svc-ingest/src/cli/main.ts', 'audit', ...args], {
      cwd: root,
      env: { DATABASE_URL: fixture.env.DATABASE_URL },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { exitCode: await child.exited, out: out.trimEnd(), err: err.trimEnd() }
  }

  test('the command ends with 0, 1 or 2, and needs only the address of the database', async () => {
    expect(await run('--at', last)).toMatchObject({ exitCode: 0, err: '' })
    expect(await run('--at', 'noon')).toMatchObject({ exitCode: 2, out: '' })
    expect(await fixture.auditWith({}, '--help')).toEqual({
      exitCode: 0,
      out: expect.stringContaining('bun run audit --at'),
    })
    await expect(fixture.auditWith({}, `--at ${last}`)).rejects.toEqual(
      new UsageError(
        'DATABASE_URL is not set: start the product with "bun run up", or give the address of its database.',
      ),
    )
    await fixture.tamperWith('score_points')
    await fixture.sql`update score_points set confidence = 1 where at = ${last}`
    expect(await run('--at', last)).toMatchObject({ exitCode: 1, err: '' })
  })

  test('the command names the nearest points if there is none at the asked tick', async () => {
    await expect(fixture.audit('--at 2026-02-03T10:05:00Z')).rejects.toEqual(
      new UsageError(
        'No point of 2026-02-03T10:05:00Z is stored; the nearest: 2026-02-03T10:00:00Z and 2026-02-03T10:10:00Z.',
      ),
    )
    await expect(fixture.audit('--at 2027-01-01T00:00:00Z')).rejects.toThrow(`the nearest: ${last}.`)
    await fixture.tamperWith('score_points')
    await fixture.sql`delete from score_points`
    await expect(fixture.audit(`--at ${last}`)).rejects.toThrow('No point is stored yet.')
    await expect(fixture.audit('--sample 5')).rejects.toThrow('No point is stored yet.')
    expect(await fixture.audit('--chain')).toEqual({ exitCode: 0, out: '' })
  })
})
