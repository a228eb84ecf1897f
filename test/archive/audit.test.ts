import { afterEach, describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createPayloadReader } from '@hexawatt/svc-ingest/src/audit/payload-reader.ts'
import { runArchiveCommand } from '@hexawatt/svc-ingest/src/cli/archive-command.ts'
import { runFeedsCommand } from '@hexawatt/svc-ingest/src/cli/feeds-command.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { last, startAuditFixture } from '../audit/testing/audit-fixture.ts'
import { startBucketFixture } from './testing/bucket-fixture.ts'

const storage = stopAtEnd(await startBucketFixture())
const fixture = stopAtEnd(await startAuditFixture(storage.settings()))
await archive('move --to s3')
afterEach(async () => {
  storage.become('up')
  await fixture.restore()
})

/** Runs `bun run archive`. */
async function archive(args: string): Promise<void> {
  const { signal } = new AbortController()
  const output = { write: () => undefined }
  const input = { argv: args.split(' '), env: fixture.env, stopping: signal, signal, output }
  expect(await runArchiveCommand(input)).toBe(0)
}

/** Key of the object of a payload. */
async function keyOf(id: string): Promise<string> {
  const [row] = await fixture.sql<{ sha256: string }[]>`
    select encode(content_sha256, 'hex') as sha256 from raw_payloads where id = ${id} and body_zstd is null`
  return `payloads/${row?.sha256.slice(0, 2)}/${row?.sha256}.zst`
}

/** The audit of the last point while the object of a payload is another one or absent (null). */
async function auditWith(key: string, object: Uint8Array | null) {
  const kept = await storage.read(key)
  if (object === null) await storage.lose(key)
  else await storage.alter(key, object)
  const audit = await fixture.audit(`--at ${last}`)
  await storage.alter(key, kept)
  return audit
}

describe('an audit of payloads in object storage', () => {
  test('an audit with payloads in object storage proves every point, as with payloads in Postgres or in both', async () => {
    const count = async () => (await fixture.sql`select from raw_payloads where body_zstd is not null`).length
    const sampled = await fixture.audit('--sample 4 --seed 1')
    expect(sampled.out).toContain('4 points audited (seed 1): 4 equal')
    const shown = await fixture.audit(`--at ${last}`)
    expect([await count(), sampled.exitCode, shown.exitCode]).toEqual([0, 0, 0])
    await archive('move --to postgres --limit 40')
    expect(await count()).toBe(40)
    expect([await fixture.audit('--sample 4 --seed 1'), await fixture.audit(`--at ${last}`)]).toEqual([sampled, shown])
    await archive('move --to postgres')
    expect(await fixture.sql`select from raw_payloads where body_zstd is null`).toHaveLength(0)
    expect([await fixture.audit('--sample 4 --seed 1'), await fixture.audit(`--at ${last}`)]).toEqual([sampled, shown])
    await archive('move --to s3')
    expect(await count()).toBe(0)
  })

  test('an audit proves a point whose payloads a poll wrote to object storage itself', async () => {
    const next = Temporal.Instant.from(last).add({ minutes: 10 })
    fixture.clock.moveTo(next.subtract({ seconds: 100 }).toString())
    const before = (await storage.keys()).length
    const poller = createPoller(fixture.deps)
    for (const feed of ['generation_mix_15min', 'consumption'] as const) await poller.store(feed)
    expect((await storage.keys()).length).toBe(before + 2)
    fixture.clock.moveTo(next.add({ seconds: 10 }).toString())
    expect(await computePoint(fixture.deps, next)).toBe('stored')
    expect((await fixture.audit(`--at ${next}`)).exitCode).toBe(0)
    expect(await fixture.sql`select from raw_payloads where body_zstd is not null`).toHaveLength(0)
  })

  test('an audit names a payload whose object is missing, and the key at which it should be', async () => {
    const id = await fixture.payloadOf('generation_forecast')
    const key = await keyOf(id)
    const { exitCode, out } = await auditWith(key, null)
    expect(out).toContain(`payload ${id} of generation_forecast is missing in object storage (object ${key})`)
    expect(exitCode).toBe(1)
    expect((await fixture.audit(`--at ${last}`)).exitCode).toBe(0)
  })

  test('an audit names a payload whose object was altered, and uses nothing from it', async () => {
    const id = await fixture.payloadOf('power_exchanges')
    const key = await keyOf(id)
    const text = new TextDecoder().decode(await Bun.zstdDecompress(new Uint8Array(await storage.read(key))))
    const forged = await Bun.zstdCompress(text.replaceAll(/"price":(-?)(\d)/g, '"price":$11$2'))
    const altered = await auditWith(key, forged)
    expect(altered.out).toContain(`payload ${id} of power_exchanges does not have the SHA-256 it was archived with`)
    expect(altered.exitCode).toBe(1)
    const unreadable = await auditWith(key, Buffer.from('no zstd'))
    expect(unreadable.out).toContain(`payload ${id} of power_exchanges cannot be read: `)
    expect(unreadable.exitCode).toBe(1)
  })

  test('an audit refuses an object that would unpack to more than the size limit of a payload', async () => {
    const id = await fixture.payloadOf('power_exchanges')
    const { exitCode, out } = await auditWith(await keyOf(id), await Bun.zstdCompress(Buffer.alloc(80 * 1024 * 1024)))
    expect(out).toContain(`payload ${id} of power_exchanges cannot be read: `)
    expect(exitCode).toBe(1)
  })

  test('an audit makes no statement about payloads while object storage does not answer', async () => {
    storage.become('refuses')
    const payloads = createPayloadReader(fixture.deps.archive)
    const feed = 'power_exchanges'
    const id = await fixture.payloadOf('power_exchanges')
    await expect(payloads.read(feed, [id])).rejects.toThrow(
      'object storage answered 503 SlowDown (get of object payloads/',
    )
    storage.become('up')
    expect((await payloads.read(feed, [id])).get(id)?.kind).toBe('read')
  })

  test('an audit without the address of object storage fails and names the missing setting', async () => {
    const { DATABASE_URL } = fixture.env
    const asked = fixture.auditWith({ DATABASE_URL }, `--at ${last}`)
    await expect(asked).rejects.toThrow('Payloads stand in object storage: set ARCHIVE_URL and its credentials.')
    const withoutKey = fixture.auditWith({ DATABASE_URL, ARCHIVE_URL: 's3://bucket?region=eu-west-3' }, `--at ${last}`)
    await expect(withoutKey).rejects.toThrow(
      'expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in addition to ARCHIVE_URL',
    )
  })
})

describe('bun run feeds payload', () => {
  test('`feeds payload` prints a payload from object storage unchanged, and reports a missing object', async () => {
    const id = await fixture.payloadOf('power_exchanges')
    expect((await runFeedsCommand(['payload', id], fixture.env)).text).toContain('"france_power_exchanges"')
    const key = await keyOf(id)
    const kept = await storage.read(key)
    await storage.lose(key)
    await expect(runFeedsCommand(['payload', id], fixture.env)).rejects.toThrow(
      `Payload ${id} is missing in object storage (object ${key}).`,
    )
    await storage.alter(key, kept)
  })
})
