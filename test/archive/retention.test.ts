import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createSql } from '@hexawatt/shared/postgres/client'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { until } from '@hexawatt/shared/testing/until'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { recordLooseObject } from '@hexawatt/svc-ingest/src/archive/loose-object-store.ts'
import { packPayload } from '@hexawatt/svc-ingest/src/archive/payload-store.ts'
import { sweepObjects } from '@hexawatt/svc-ingest/src/archive/sweep-objects.ts'
import { retirePayloads } from '@hexawatt/svc-ingest/src/maintenance/maintain.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { startBucketFixture } from './testing/bucket-fixture.ts'

let fixture: IngestFixture
/** Objects of each test stand below a prefix of their own. */
let prefix: string
let tests = 0

const storage = stopAtEnd(await startBucketFixture())
beforeEach(async () => {
  prefix = `test-${++tests}`
  fixture = await startIngestFixture('2025-01-10T12:05:00Z', { settings: storage.settings(prefix) })
})
afterEach(async () => {
  storage.become('up')
  await fixture.stop()
})

async function poll(): Promise<void> {
  await pollSource(fixture.deps, getSource('physical_flows'))
}

/** One payload that brought values, then a payload with the same values in other words, which brings none; their objects. */
async function twoPayloads(): Promise<{ referenced: string; unreferenced: string }> {
  await poll()
  fixture.clock.advance({ minutes: 1 })
  fixture.faults.set([{ kind: 'duplicate_slots', subject: 'physical_flows', times: 1 }])
  await poll()
  const [referenced = '', unreferenced = ''] = await sha256s()
  return { referenced, unreferenced }
}

const sha256s = async (): Promise<string[]> =>
  (
    await fixture.sql<{ sha256: string }[]>`
      select encode(content_sha256, 'hex') as sha256 from raw_payloads where body_zstd is null order by id`
  ).map(({ sha256 }) => sha256)

const objects = async (): Promise<string[]> =>
  (await storage.keys()).flatMap((key) => (key.startsWith(`${prefix}/`) ? (key.match(/(\w+)\.zst$/)?.[1] ?? []) : []))

const noted = async (): Promise<string[]> =>
  (await fixture.sql<{ sha256: string }[]>`select encode(content_sha256, 'hex') as sha256 from loose_objects`).map(
    ({ sha256 }) => sha256,
  )

/** Writes an object to which no row will refer. */
async function placeOrphan(index: number): Promise<void> {
  const packed = await packPayload(Buffer.from(`{"orphan": ${index}}`))
  await fixture.deps.archive.place({ source: 'physical_flows', asked: '' }, packed)
}

/** A day and a minute pass in real time, as far as the notes know. */
const passDay = () => fixture.sql`update loose_objects set since = since - interval '24 hours 1 minute'`

function retireLater() {
  fixture.clock.moveTo('2026-02-01T00:00:00Z')
  return retirePayloads({ ...fixture.deps, rawRetentionMonths: 12 })
}

const sweep = () => sweepObjects(fixture.sql, writtenBucket())

function writtenBucket() {
  const { writtenBucket: bucket } = fixture.deps.archive
  if (bucket === null) throw new Error('no bucket is set')
  return bucket
}

describe('the retention of payloads in object storage', () => {
  test('retention drops rows first and a day later removes exactly the objects that no row refers to', async () => {
    const { referenced, unreferenced } = await twoPayloads()
    expect(await retireLater()).toMatchObject({ months: [{ kept: 1, dropped: 1 }], objects: { removed: 0 } })
    expect(await objects()).toEqual([referenced, unreferenced].sort())
    expect(await noted()).toEqual([unreferenced])
    await passDay()
    expect(await retireLater()).toMatchObject({ months: [], objects: { removed: 1 } })
    expect([await objects(), await noted()]).toEqual([[referenced], []])
    const [kept] = await fixture.sql<{ id: string }[]>`select id from kept_payloads where body_zstd is null`
    expect((await fixture.deps.archive.read([kept?.id ?? ''])).get(kept?.id ?? '')?.content.kind).toBe('read')
  })

  test('an object that another row refers to is kept even after its month has been dropped', async () => {
    const { referenced } = await twoPayloads()
    await retireLater()
    await recordLooseObject(fixture.sql, referenced)
    await passDay()
    await retireLater()
    expect([await objects(), await noted()]).toEqual([[referenced], []])
  })

  test('a retention run that ends between rows and objects leaves objects that the next run removes', async () => {
    const { referenced, unreferenced } = await twoPayloads()
    await retireLater()
    await passDay()
    storage.become('refuses')
    await expect(retireLater()).rejects.toThrow('object storage answered 503')
    expect(await noted()).toEqual([unreferenced])
    storage.become('up')
    expect((await retireLater()).objects?.removed).toBe(1)
    expect(await objects()).toEqual([referenced])
  })

  test('an object that was written but never referred to is removed', async () => {
    const packed = await packPayload(Buffer.from('{"cut": "short"}'))
    await fixture.deps.archive.place({ source: 'physical_flows', asked: '' }, packed)
    expect(await objects()).toEqual([packed.sha256.toString('hex')])
    expect(await sweep()).toEqual({ removed: 0, refused: 0 })
    await passDay()
    expect(await sweep()).toEqual({ removed: 1, refused: 0 })
    expect([await objects(), await noted()]).toEqual([[], []])
  })

  test('an object that cannot be removed does not stop the run, and is tried again a day later', async () => {
    for (const index of [1, 2, 3]) await placeOrphan(index)
    await passDay()
    const [locked = ''] = await noted()
    const bucket = writtenBucket()
    const refusing = {
      ...bucket,
      remove: (sha256: string) =>
        sha256 === locked ? Promise.reject(new UpstreamError('rejected', 'a lock')) : bucket.remove(sha256),
    }
    expect(await sweepObjects(fixture.sql, refusing)).toEqual({ removed: 2, refused: 1 })
    expect([await objects(), await noted()]).toEqual([[locked], [locked]])
    expect(await sweep()).toEqual({ removed: 0, refused: 0 })
    await passDay()
    expect(await sweep()).toEqual({ removed: 1, refused: 0 })
  })

  test('retention continues until no object is left, even with more objects than one transaction removes', async () => {
    for (let index = 0; index < 40; index++) await placeOrphan(index)
    await passDay()
    expect(await sweep()).toEqual({ removed: 40, refused: 0 })
    expect([await objects(), await noted()]).toEqual([[], []])
  })
})

describe('a payload that comes again while its object is removed', () => {
  test('a payload that arrives while its object is being removed waits for the removal and is written again', async () => {
    const packed = await packPayload(Buffer.from('{"again": true}'))
    const question = { source: 'physical_flows', asked: '' }
    await fixture.deps.archive.place(question, packed)
    await passDay()
    const [removing, mayRemove] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const bucket = writtenBucket()
    const swept = sweepObjects(fixture.sql, {
      ...bucket,
      async remove(sha256) {
        removing.resolve()
        await mayRemove.promise
        await bucket.remove(sha256)
      },
    })
    await removing.promise
    const before = storage.requests.length
    const placed = fixture.deps.archive.place(question, packed)
    await waitsForLock()
    expect(storage.requests.length).toBe(before)
    mayRemove.resolve()
    expect([(await swept).removed, (await placed).zstd]).toEqual([1, null])
    expect(storage.requests.slice(before).map(({ method }) => method)).toEqual(['DELETE', 'HEAD', 'PUT'])
    expect(await objects()).toEqual([packed.sha256.toString('hex')])
  })
})

/** Until a statement of this database waits for a lock of another. */
async function waitsForLock(): Promise<void> {
  // Outside of the program's pool, whose connections are all busy.
  const observer = createSql(fixture.env.DATABASE_URL, 'test', 1)
  await until('a statement that waits for a lock', async () => {
    const waiting = await observer`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length > 0
  })
  await observer.end({ timeout: 1 })
}

describe('with writes=off', () => {
  test('with writes=off new payloads go to Postgres, stored objects stay readable, and no object is removed', async () => {
    await poll()
    const [id = ''] = (await fixture.sql<{ id: string }[]>`select id from raw_payloads`).map((row) => row.id)
    const settings = storage.settings(prefix)
    const off = await startIngestFixture('2025-01-10T13:05:00Z', {
      settings: { ...settings, ARCHIVE_URL: `${settings['ARCHIVE_URL']}&writes=off` },
      filledDatabase: { url: fixture.env.DATABASE_URL, drop: async () => undefined },
    })
    const before = storage.requests.length
    await pollSource(off.deps, getSource('physical_flows'))
    expect(storage.requests.length).toBe(before)
    const places = await off.sql<
      { inRow: boolean }[]
    >`select body_zstd is not null as in_row from raw_payloads order by id`
    expect(places.map(({ inRow }) => inRow)).toEqual([false, true])
    expect((await off.deps.archive.read([id])).get(id)?.content.kind).toBe('read')
    await fixture.sql`insert into loose_objects (content_sha256, since) values ('\\x00', now() - interval '2 days')`
    expect(await retirePayloads({ ...off.deps, rawRetentionMonths: 12 })).toMatchObject({ objects: null })
    expect(await noted()).toEqual(['00'])
    await off.stop()
  })
})
