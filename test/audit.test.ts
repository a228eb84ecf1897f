import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { type FeedId, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { runAuditCommand } from '@hexawatt/svc-ingest/src/audit/audit-command.ts'
import { drawPoints } from '@hexawatt/svc-ingest/src/audit/stored-point-store.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/compute/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/history/fill-points.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poll-source.ts'
import { type IngestGround, startIngestGround } from './system/start-ingest.ts'

const root = join(import.meta.dir, '..')

let ground: IngestGround

/** Hours of a live system from 09:05 on: a point at each mark, polls before every third of them. */
beforeAll(async () => {
  ground = await startIngestGround('2026-02-03T09:05:00Z')
  for (const reference of ground.deps.references) await reference.seed(ground.deps)
  const poller = createPoller(ground.deps)
  for (let mark = Temporal.Instant.from('2026-02-03T09:10:00Z'), index = 0; index < marks; index++) {
    ground.clock.moveTo(mark.subtract({ seconds: 100 }).toString())
    if (index === 6) ground.faults.set([revision])
    if (index % 3 === 0) for (const source of sourceIds.filter((id) => isAsked(id, index))) await poller.poll(source)
    ground.clock.moveTo(mark.add({ seconds: 10 }).toString())
    expect(await computePoint(ground.deps, mark)).toBe('stored')
    mark = mark.add({ minutes: 10 })
  }
})
afterAll(() => ground.stop())

const marks = 28

/**
 * The signal may be asked once in a quarter of an hour of real time. The hourly feed falls silent after the second hour: in the end the
 * quarter-hourly mix stands in for it.
 */
function isAsked(source: SourceId, index: number): boolean {
  if (source === 'grid_signals') return index === 0
  return source !== 'generation_by_type' || index < 12
}

const revision = {
  kind: 'revised_slots',
  subject: 'generation_by_type',
  productionType: 'NUCLEAR',
  factor: 1.01,
} as const

/** Runs the command in this process. */
async function audit(args: string): Promise<{ exitCode: number; out: string }> {
  const lines: string[] = []
  const exitCode = await runAuditCommand({
    argv: args.split(' '),
    env: ground.env,
    print: (line) => lines.push(line),
    printProgress: () => undefined,
  })
  return { exitCode, out: lines.join('\n') }
}

/** The newest point; at it the hourly feed has been silent for hours. */
const last = '2026-02-03T13:40:00Z'

type AuditedTable = 'score_points' | 'feed_values' | 'feed_documents' | 'raw_payloads'

/** Tables that were tampered with, to be brought back after the test. */
const tampered = new Set<AuditedTable>()

/** Keeps a copy of a table; what the test then changes in it is undone. */
async function tamperWith(table: AuditedTable): Promise<void> {
  tampered.add(table)
  await ground.sql.unsafe(`create table kept_${table} as table ${table}`)
}
afterEach(async () => {
  for (const table of tampered) {
    await ground.sql.unsafe(`delete from ${table}; insert into ${table} select * from kept_${table}`)
    await ground.sql.unsafe(`drop table kept_${table}`)
  }
  tampered.clear()
})

/** Id of the payload that the newest row of a feed came from which the point of `last` rests on. */
async function payloadOf(feed: FeedId): Promise<string> {
  const [row] = await ground.sql<{ id: string }[]>`
    select (inputs -> ${feed} -> 'payloadIds' ->> -1) as id from score_points where at = ${last}`
  return row?.id ?? 'none'
}

describe('an audit of untouched data', () => {
  test('of every point is equal, also where values were revised and where the quarter-hourly mix stands in', async () => {
    const { exitCode, out } = await audit('--sample 100 --seed 1')
    const [head, chainOfSample] = out.split('\n')
    expect(head).toBe(`${marks} points audited (seed 1): ${marks} equal, 0 different, 0 not comparable`)
    expect(chainOfSample).toBe((await audit('--chain')).out)
    expect(exitCode).toBe(0)
    const [revised] = await ground.sql<{ slots: number }[]>`
      select count(*)::int as slots from (
        select 1 from feed_values where feed = 'generation_by_type' group by series, slot_start having count(*) > 1) slot`
    expect(revised?.slots).toBeGreaterThan(0)
    const [{ rows } = { rows: 0 }] = await ground.sql<{ rows: number }[]>`
      select (inputs -> 'generation_mix_15min' ->> 'rows')::int as rows from score_points where at = ${last}`
    expect(rows).toBeGreaterThan(0)
  })

  test('of one point shows stored and recomputed side by side', async () => {
    const { exitCode, out } = await audit(`--at ${last}`)
    expect(out).toContain(`Point of ${last}, live, computed at 2026-02-03T13:40:10Z`)
    const [point] = await ground.sql<{ globalScore: number; grams: number }[]>`
      select global_score, production_g_co2eq_per_kwh as grams from score_points where at = ${last}`
    expect(out).toMatch(new RegExp(`^global_score +${point?.globalScore} +${point?.globalScore}$`, 'm'))
    expect(out).toMatch(new RegExp(`^production_g_co2eq_per_kwh +${point?.grams} +${point?.grams}$`, 'm'))
    expect(out).toEndWith('Equal: the archived payloads give this point, column by column.')
    expect(exitCode).toBe(0)
  })

  test('still holds when the payloads have outlived their month', async () => {
    await tamperWith('raw_payloads')
    await ground.sql`
      insert into kept_payloads (id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
      select id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at from raw_payloads`
    await ground.sql`delete from raw_payloads`
    expect((await audit(`--at ${last}`)).exitCode).toBe(0)
    await ground.sql`delete from kept_payloads`
  })

  test('shows what the point was revised to', async () => {
    await ground.sql`
      insert into score_point_revisions values (${last}, '2026-02-03T15:00:00Z', '{"global_score": 12}')`
    const { exitCode, out } = await audit(`--at ${last}`)
    expect(out).toContain('Revised at 2026-02-03T15:00:00Z, after its inputs were corrected, to {"global_score": 12}')
    expect(exitCode).toBe(0)
    await ground.sql`delete from score_point_revisions`
  })
})

describe('an audit of backfilled points', () => {
  const window = {
    start: Temporal.Instant.from('2026-02-03T08:30:00Z'),
    end: Temporal.Instant.from('2026-02-03T13:40:00Z'),
  }
  const fill = () => fillPoints(ground.deps, window, { stopping: new AbortController().signal })

  test('is equal, for marks of which everything was learnt later and for those that values were learnt and revised around', async () => {
    await tamperWith('score_points')
    await ground.sql`delete from score_points`
    const { addedPoints } = await fill()
    expect(addedPoints).toBe((5 * 60 + 10) / 10)
    const { exitCode, out } = await audit('--sample 200 --seed 1')
    expect(out).toContain(`31 points audited (seed 1): 31 equal, 0 different, 0 not comparable`)
    expect(exitCode).toBe(0)
    const [beforeAnything] = await ground.sql<{ confidence: number }[]>`
      select confidence from score_points where at = '2026-02-03T08:40:00Z'`
    expect(beforeAnything?.confidence).toBeGreaterThan(50)
  })

  test('finds a value that was tampered with before the fill', async () => {
    await tamperWith('score_points')
    await tamperWith('feed_values')
    await ground.sql`delete from score_points`
    await ground.sql`
      update feed_values set value = value + 10 where feed = 'power_exchanges' and series = 'PRICE'
        and slot_start >= '2026-02-03T08:00:00Z' and slot_start < '2026-02-03T09:00:00Z'`
    await fill()
    const { exitCode, out } = await audit('--at 2026-02-03T08:40:00Z')
    expect(out).toContain('Point of 2026-02-03T08:40:00Z, backfilled, computed at 2026-02-03T13:40:10Z')
    expect(out).toMatch(/^spot_price_eur_per_mwh +≠/m)
    expect(exitCode).toBe(1)
  })
})

describe('an audit finds', () => {
  test('every column of a point that was tampered with', async () => {
    await tamperWith('score_points')
    const changes = {
      price_score_tenths: '1000 - price_score_tenths',
      carbon_score_tenths: '1000 - carbon_score_tenths',
      grid_score_tenths: '1000 - grid_score_tenths',
      adequacy_score_tenths: '1000 - adequacy_score_tenths',
      global_score: '100 - global_score',
      confidence: 'confidence - 1',
      fallbacks: "array['price']",
      carbon_slot_start: "carbon_slot_start - interval '1 hour'",
      production_g_co2eq_per_kwh: 'production_g_co2eq_per_kwh + 1e-9',
      consumption_g_co2eq_per_kwh: 'consumption_g_co2eq_per_kwh + 1e-9',
      low_carbon_pct: 'low_carbon_pct - 0.01',
      spot_price_eur_per_mwh: 'null',
      factor_set_id: 'factor_set_id + 1',
      'inputs.consumption': "jsonb_set(inputs, '{consumption,rows}', '7')",
      'inputs.imbalance': "inputs - 'imbalance'",
    }
    for (const [name, change] of Object.entries(changes)) {
      await ground.sql.unsafe(
        `update score_points set ${name.split('.')[0]} = ${change} where at = '2026-02-03T10:00:00Z'`,
      )
      const { exitCode, out } = await audit('--at 2026-02-03T10:00:00Z')
      expect(out).toMatch(new RegExp(`^${name} +≠ `, 'm'))
      expect(exitCode).toBe(1)
      await ground.sql.unsafe(`
        delete from score_points where at = '2026-02-03T10:00:00Z';
        insert into score_points select * from kept_score_points where at = '2026-02-03T10:00:00Z'`)
    }
  })

  test('an availability above what the payloads give, also with the confidence that it would give', async () => {
    await tamperWith('score_points')
    // The hourly feed is silent: its availability has fallen.
    await ground.sql`
      update score_points set inputs = jsonb_set(inputs, '{generation_by_type,phi}', '1') where at = ${last}`
    const { exitCode, out } = await audit(`--at ${last}`)
    expect(out).toMatch(/^generation_by_type is recorded with φ 1, payloads give 0\.\d+$/m)
    expect(exitCode).toBe(1)
  })

  test('a stored value that its payload does not give, and says both', async () => {
    await tamperWith('feed_values')
    await ground.sql`
      update feed_values set value = value + 1
      where feed = 'power_exchanges' and series = 'PRICE' and slot_start = '2026-02-03T13:00:00Z'`
    const { exitCode, out } = await audit(`--at ${last}`)
    expect(out).toMatch(/^power_exchanges PRICE \S+ for 2026-02-03T13:00:00Z to .* is stored .*, payload \d+ gives/m)
    expect(out).not.toMatch(/^price_score_tenths +≠/m)
    expect(exitCode).toBe(1)
  })

  test('a slot that was moved or deleted, and a version whose moment was changed', async () => {
    await tamperWith('feed_values')
    await ground.sql`
      delete from feed_values where feed = 'consumption' and series = 'D-1' and slot_start = '2026-02-03T13:00:00Z'`
    const deleted = await audit(`--at ${last}`)
    expect(deleted.out.match(/^consumption D-1 .* is given by payload \d+ and is not stored$/gm)).toHaveLength(1)
    expect(deleted.exitCode).toBe(1)
    await ground.sql`
      update feed_values set known_from = known_from - interval '1 hour'
      where feed = 'generation_by_type' and series = 'NUCLEAR' and slot_start = '2026-02-03T08:00:00Z'`
    const moved = await audit(`--at ${last}`)
    expect(moved.out).toContain(
      'is stored as known from 2026-02-03T09:08:20Z and was first fetched at 2026-02-03T10:08:20Z',
    )
    expect(moved.exitCode).toBe(1)
  })

  test('a document that its payload does not give', async () => {
    await tamperWith('feed_documents')
    await ground.sql`
      update feed_documents set body = jsonb_set(body, '{installedCapacityMw}', '1')
      where feed = 'generation_unavailabilities'`
    const { exitCode, out } = await audit(`--at ${last}`)
    expect(out).toMatch(/^generation_unavailabilities .*"installedCapacityMw":1[,}].* payload \d+ gives/m)
    expect(exitCode).toBe(1)
  })

  test('a payload whose body is another one than was archived, with its own SHA-256 or with the old one', async () => {
    const id = await payloadOf('power_exchanges')
    await tamperWith('raw_payloads')
    const [row] = await ground.sql<{ bodyZstd: Uint8Array<ArrayBuffer> }[]>`
      select body_zstd from raw_payloads where id = ${id}`
    const text = new TextDecoder().decode(await Bun.zstdDecompress(row?.bodyZstd ?? new Uint8Array()))
    const forged = Buffer.from(text.replaceAll(/"price":(-?)(\d)/g, '"price":$11$2'))
    const body = await Bun.zstdCompress(forged)
    await ground.sql`update raw_payloads set body_zstd = ${body} where id = ${id}`
    const oldHash = await audit(`--at ${last}`)
    expect(oldHash.out).toContain(`payload ${id} of power_exchanges does not have the SHA-256 it was archived with`)
    expect(oldHash.exitCode).toBe(1)
    const sha256 = Buffer.from(new Bun.CryptoHasher('sha256').update(forged).digest())
    await ground.sql`update raw_payloads set content_sha256 = ${sha256} where id = ${id}`
    const ownHash = await audit(`--at ${last}`)
    expect(ownHash.out).toMatch(/^price_score_tenths +≠/m)
    expect(ownHash.out).toMatch(/^power_exchanges PRICE .* is stored .*, payload \d+ gives/m)
    expect(ownHash.exitCode).toBe(1)
  })

  test('a payload that is not in the archive, or no payload at all', async () => {
    const id = await payloadOf('generation_forecast')
    await tamperWith('raw_payloads')
    await ground.sql`delete from raw_payloads where id = ${id}`
    const missing = await audit(`--at ${last}`)
    expect(missing.out).toContain(`payload ${id} of generation_forecast is not in the archive`)
    expect(missing.exitCode).toBe(1)
    await ground.sql`
      insert into raw_payloads select id, source, content_sha256, ${Buffer.from('no zstd')}::bytea, 7, first_fetched_at, asked
      from kept_raw_payloads where id = ${id}`
    const unreadable = await audit(`--at ${last}`)
    expect(unreadable.out).toContain(`payload ${id} of generation_forecast cannot be read`)
    expect(unreadable.exitCode).toBe(1)
  })

  test('a point of another version of the methodology, which it does not compare', async () => {
    await tamperWith('score_points')
    await ground.sql`update score_points set carbon_version = 2 where at = ${last}`
    const { exitCode, out } = await audit(`--at ${last}`)
    expect(out).toContain('computed by other versions of the methodology: carbon 2 (this program: 1)')
    expect(out).toEndWith('Not comparable.')
    expect(exitCode).toBe(1)
    const sampled = await audit('--sample 100 --seed 1')
    expect(sampled.out).toContain(`${marks - 1} equal, 0 different, 1 not comparable`)
    expect(sampled.exitCode).toBe(1)
  })

  test('in a sample what differs, a line each', async () => {
    await tamperWith('score_points')
    await ground.sql`update score_points set global_score = 100 - global_score where at = ${last}`
    const { exitCode, out } = await audit('--sample 100 --seed 1')
    expect(out).toMatch(new RegExp(`^${last} global_score: stored \\d+, recomputed \\d+$`, 'm'))
    expect(out).toContain(`${marks - 1} equal, 1 different, 0 not comparable`)
    expect(exitCode).toBe(1)
  })
})

describe('a sample', () => {
  test('of the same seed is the same, of another seed another', async () => {
    const drawn = async (seed: number) => (await drawPoints(ground.sql, 5, seed)).map(String)
    expect(await drawn(7)).toEqual(await drawn(7))
    expect(await drawn(7)).not.toEqual(await drawn(8))
    expect((await audit('--sample 5')).out).toMatch(/^5 points audited \(seed \d+\): 5 equal/)
  })
})

describe('the chain', () => {
  test('is what psql and sha256sum make of the statement in docs/operations.md', async () => {
    const operations = await Bun.file(join(root, 'docs/operations.md')).text()
    const statement = operations.match(/```sql\n(select jsonb_build_array[^`]*)```/)?.[1] ?? ''
    const lines = await ground.sql.unsafe(statement.replaceAll(':day', '2026-02-03')).values()
    expect(lines).toHaveLength(marks)
    const text = ['0'.repeat(64), ...lines.map(([line]) => line), ''].join('\n')
    const digest = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    expect((await audit('--chain')).out).toBe(`2026-02-03  ${marks} points  ${digest}`)
  })

  test('changes with every stored column, and carries the change into all later days', async () => {
    const changed = '2026-02-03T10:00:00Z'
    await tamperWith('score_points')
    await ground.sql`
      insert into score_points select * from jsonb_populate_record(
        (select p from score_points p where at = ${last}), '{"at": "2026-02-05T00:00:00Z"}')`
    const before = (await audit('--chain')).out.split('\n')
    expect(before.map((line) => line.slice(0, 22))).toEqual(['2026-02-03  28 points ', '2026-02-05  1 points  '])
    expect((await audit('--chain --from 2026-02-05 --to 2026-02-06')).out).toBe(before[1] ?? 'no second day')
    const columns = await ground.sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns where table_name = 'score_points'`
    expect(columns).toHaveLength(21)
    const seen = new Set([before[1]])
    for (const { name, type } of columns) {
      await ground.sql.unsafe(`update score_points set ${name} = ${otherValue(name, type)} where at = '${changed}'`)
      seen.add((await audit('--chain')).out.split('\n')[1])
      await ground.sql.unsafe(`
        delete from score_points where at in ('${changed}', '2026-02-03T00:00:00Z');
        insert into score_points select * from kept_score_points where at = '${changed}'`)
    }
    expect(seen.size).toBe(1 + columns.length)
    expect((await audit('--chain')).out.split('\n')).toEqual(before)
  })
})

/** SQL of a value that differs from the stored one of a column. */
function otherValue(name: string, type: string): string {
  if (name === 'at') return "'2026-02-03T00:00:00Z'"
  if (name === 'provenance') return "'backfilled'"
  if (name === 'computed_at') return "computed_at + interval '1 microsecond'"
  if (type === 'jsonb') return `inputs || '{"more": 1}'`
  if (type === 'ARRAY') return "fallbacks || 'grid'::text"
  if (type.startsWith('timestamp')) return `${name} + interval '1 hour'`
  return type === 'double precision' ? `${name} * (1 + 1e-15)` : `${name} - 1`
}

describe('the command', () => {
  const run = async (args: readonly string[], env: Record<string, string> = ground.env) => {
    const child = Bun.spawn([process.execPath, '--no-env-file', 'svc-ingest/src/audit/cli.ts', ...args], {
      cwd: root,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { exitCode: await child.exited, out: out.trimEnd(), err: err.trimEnd() }
  }

  test('ends with 0, 1 or 2, and needs the address of the database only', async () => {
    const env = { DATABASE_URL: ground.env.DATABASE_URL }
    expect(await run(['--at', last], env)).toMatchObject({ exitCode: 0, err: '' })
    expect(await run(['--help'], {})).toMatchObject({ exitCode: 0, out: expect.stringContaining('bun run audit --at') })
    expect(await run(['--at', 'noon'], env)).toMatchObject({ exitCode: 2, out: '' })
    expect(await run(['--at', last], {})).toMatchObject({
      exitCode: 2,
      err: 'DATABASE_URL is not set: start the product with "bun run up", or give the address of its database.',
    })
    await tamperWith('score_points')
    await ground.sql`update score_points set confidence = 1 where at = ${last}`
    expect(await run(['--at', last], env)).toMatchObject({ exitCode: 1, err: '' })
  })

  test('names the nearest points where there is none', async () => {
    await expect(audit('--at 2026-02-03T10:05:00Z')).rejects.toEqual(
      new UsageError(
        'No point of 2026-02-03T10:05:00Z is stored; the nearest: 2026-02-03T10:00:00Z and 2026-02-03T10:10:00Z.',
      ),
    )
    await expect(audit('--at 2027-01-01T00:00:00Z')).rejects.toThrow(`the nearest: ${last}.`)
    await tamperWith('score_points')
    await ground.sql`delete from score_points`
    await expect(audit(`--at ${last}`)).rejects.toThrow('No point is stored yet.')
    await expect(audit('--sample 5')).rejects.toThrow('No point is stored yet.')
    expect(await audit('--chain')).toEqual({ exitCode: 0, out: '' })
  })
})
