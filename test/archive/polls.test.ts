import { afterEach, describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { loadArchive } from '@hexawatt/svc-ingest/src/backfill/archives.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { startBucketFixture } from './testing/bucket-fixture.ts'

const asOf = '2026-02-03T09:05:00Z'

const started: IngestFixture[] = []

const storage = stopAtEnd(await startBucketFixture())
afterEach(async () => {
  storage.become('up')
  for (const fixture of started.splice(0)) await fixture.stop()
})

async function start(settings: Record<string, string> = {}, mode: 'demo' | 'open' = 'demo') {
  const fixture = await startIngestFixture(asOf, { settings, mode })
  started.push(fixture)
  await seedReferences(fixture.deps.sql)
  const poller = createPoller(fixture.deps)
  return {
    ...fixture,
    poll: poller.store,
    pollOpen: (id: 'odre_national' | 'odre_regional') => poller.storeOpen(id, 'start'),
  }
}

/** Payloads in the order of their arrival: with a body in their row, or without. */
const payloads = ({ sql }: IngestFixture) =>
  sql<{ id: string; sha256: string; inRow: boolean; bodyBytes: number }[]>`
    select id, encode(content_sha256, 'hex') as sha256, body_zstd is not null as in_row, body_bytes from raw_payloads order by id`

const noted = async ({ sql }: IngestFixture): Promise<string[]> =>
  (await sql<{ sha256: string }[]>`select encode(content_sha256, 'hex') as sha256 from loose_objects`).map(
    ({ sha256 }) => sha256,
  )

const keyOf = (sha256: string, prefix = 'payloads') => `${prefix}/${sha256.slice(0, 2)}/${sha256}.zst`

/** Ingests the same hours whatever is stored. */
async function ingest({ deps }: IngestFixture) {
  const window = {
    start: Temporal.Instant.from('2026-02-03T00:00:00Z'),
    end: Temporal.Instant.from('2026-02-03T08:00:00Z'),
  }
  return loadArchive(deps, getSource('physical_flows'), window)
}

/** Every table that polls fill, without where bodies stand. */
async function stored({ sql }: IngestFixture): Promise<unknown> {
  const [row] = await sql`
    select
      (select jsonb_agg(to_jsonb(p) - 'body_zstd' order by id) from raw_payloads p) as payloads,
      (select jsonb_agg(to_jsonb(f) order by feed, series, slot_start, known_from) from feed_values f) as values,
      (select jsonb_agg(to_jsonb(d) order by feed, key, known_from) from feed_documents d) as documents,
      (select jsonb_agg(to_jsonb(r) order by r::text) from regional_values r) as regions,
      (select jsonb_agg(to_jsonb(i) order by i::text) from published_intensities i) as intensities,
      (select jsonb_agg(to_jsonb(s) - 'stamped_at' order by source) from source_status s) as sources`
  return row
}

const polled = ['consumption', 'physical_flows', 'generation_unavailabilities', 'emission_factors'] as const

describe('polls with an archive in object storage', () => {
  test('polls with object storage store the same payloads, values, documents and status as polls with Postgres', async () => {
    const [inPostgres, inObjects] = [await start(), await start(storage.settings('equal'))]
    for (const source of polled) {
      await inPostgres.poll(source)
      await inObjects.poll(source)
    }
    expect(await stored(inObjects)).toEqual(await stored(inPostgres))
    const rows = await payloads(inObjects)
    expect(rows.length).toBeGreaterThan(polled.length)
    expect(rows.filter(({ inRow }) => inRow)).toEqual([])
    const wanted = rows.map(({ sha256 }) => keyOf(sha256, 'equal'))
    expect((await storage.keys()).filter((key) => key.startsWith('equal/'))).toEqual([...new Set(wanted)].sort())
    expect(await noted(inObjects)).toEqual([])
  })

  test('polls of open sources, regions and intensities store the same with object storage as with Postgres', async () => {
    const [inPostgres, inObjects] = [await start({}, 'open'), await start(storage.settings('open'), 'open')]
    for (const fixture of [inPostgres, inObjects]) {
      expect(await fixture.pollOpen('odre_national')).toBe(true)
      expect(await fixture.pollOpen('odre_regional')).toBe(true)
    }
    const content = await stored(inObjects)
    expect(content).toEqual(await stored(inPostgres))
    expect(content).toMatchObject({ regions: expect.any(Array), intensities: expect.any(Array) })
    expect((await payloads(inObjects)).filter(({ inRow }) => inRow)).toEqual([])
  })

  test('a poll writes an object with the payload as it came, compressed, with its content type', async () => {
    const fixture = await start(storage.settings('word-for-word'))
    await fixture.poll('physical_flows')
    const [row] = await payloads(fixture)
    const body = await Bun.zstdDecompress(new Uint8Array(await storage.read(keyOf(row?.sha256 ?? '', 'word-for-word'))))
    expect(new Bun.CryptoHasher('sha256').update(body).digest('hex')).toBe(row?.sha256 ?? '')
    expect(body.length).toBe(row?.bodyBytes ?? 0)
    expect(new TextDecoder().decode(body)).toContain('"physical_flows"')
    const [put] = storage.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/word-for-word/'))
    expect(put?.headers['content-type']).toBe('application/zstd')
  })

  test('values are known from the moment they are stored, not from before a slow upload', async () => {
    const fixture = await start(storage.settings('slow'))
    storage.atRequest((method) => {
      if (method === 'PUT') fixture.clock.moveTo('2026-02-03T09:11:00Z')
    })
    await ingest(fixture)
    storage.atRequest(() => undefined)
    const known = await fixture.sql<{ knownFrom: Temporal.Instant }[]>`select distinct known_from from feed_values`
    expect(known.map(({ knownFrom }) => String(knownFrom))).toEqual(['2026-02-03T09:11:00Z'])
  })

  test('a payload that is already archived costs no request to object storage', async () => {
    const fixture = await start(storage.settings('known'))
    await ingest(fixture)
    const before = storage.requests.length
    expect(await ingest(fixture)).toMatchObject({ answered: 1, changedSlots: 0 })
    expect(storage.requests.length).toBe(before)
    expect(await payloads(fixture)).toHaveLength(1)
  })

  test('an object that already exists, for example from another database, is not written again', async () => {
    const first = await start(storage.settings('shared'))
    await first.poll('physical_flows')
    const before = storage.requests.length
    const second = await start(storage.settings('shared'))
    await second.poll('physical_flows')
    expect(storage.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD'])
    expect((await payloads(second)).map(({ inRow }) => inRow)).toEqual([false])
  })

  test('polls touch only their own prefix and never list the bucket', async () => {
    const fixture = await start(storage.settings('rights/cell-1'))
    const before = storage.requests.length
    await fixture.poll('consumption')
    const [row] = await payloads(fixture)
    expect((await fixture.deps.archive.read([row?.id ?? ''])).get(row?.id ?? '')?.content.kind).toBe('read')
    const asked = storage.requests.slice(before)
    expect(asked.length).toBeGreaterThan(2)
    expect(asked.filter(({ path }) => !path.startsWith('/hexawatt-test/rights/cell-1/'))).toEqual([])
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['HEAD', 'PUT', 'GET']))
  })
})

describe('a payload whose row cannot be written', () => {
  test('a payload whose row cannot be written leaves an object and a note; the next poll uses the object and removes the note', async () => {
    const fixture = await start(storage.settings('crash'))
    await fixture.sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no row today'; end $$;
      create trigger refuse before insert on raw_payloads for each row execute function refuse()`)
    await expect(fixture.poll('physical_flows')).rejects.toThrow('no row today')
    expect(await payloads(fixture)).toHaveLength(0)
    const [key = ''] = (await storage.keys()).filter((name) => name.startsWith('crash/'))
    const [sha256 = ''] = await noted(fixture)
    expect(key).toBe(keyOf(sha256, 'crash'))
    await fixture.sql`drop trigger refuse on raw_payloads`
    const before = storage.requests.length
    await fixture.poll('physical_flows')
    expect(storage.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD'])
    expect((await payloads(fixture)).map((row) => [row.sha256, row.inRow])).toEqual([[sha256, false]])
    expect(await noted(fixture)).toEqual([])
  })
})

describe('while object storage fails', () => {
  test.each(['refuses', 'hangs up'] as const)(
    'while object storage fails and %s, a poll fails as transient and stores nothing; afterwards it stores everything',
    async (state) => {
      const fixture = await start(storage.settings(state.replace(' ', '-')))
      storage.become(state)
      const before = storage.requests.length
      await expect(fixture.poll('physical_flows')).rejects.toMatchObject({ name: 'UpstreamError', kind: 'transient' })
      // Four tries, each of which Bun repeats once where a connection was closed.
      expect(storage.requests.length - before).toBeWithin(4, 9)
      expect(await payloads(fixture)).toHaveLength(0)
      expect(await fixture.sql`select from feed_values`).toHaveLength(0)
      const [status] = await fixture.sql<{ lastError: string }[]>`
        select last_error from source_status where source = 'physical_flows'`
      expect(status?.lastError).toStartWith('not archived: object storage ')
      expect(status?.lastError).not.toContain('S3RVER')
      storage.become('up')
      await fixture.poll('physical_flows')
      expect((await payloads(fixture)).map(({ inRow }) => inRow)).toEqual([false])
    },
  )

  test('a reference is not replaced by one whose payload is not archived', async () => {
    const fixture = await start(storage.settings('references'))
    await fixture.sql`update emission_factor_sets set database_version = 'V0', factors = '[]'`
    await fixture.sql`update country_intensities set g_co2eq_per_kwh = 1`
    const sets = () => fixture.sql`select database_version from emission_factor_sets order by id`
    const intensities = () => fixture.sql`select from country_intensities where g_co2eq_per_kwh <> 1`
    storage.become('refuses')
    for (const id of ['emission_factors', 'country_intensities'] as const) {
      await expect(fixture.poll(id)).rejects.toThrow('not archived')
    }
    expect([(await sets()).length, (await intensities()).length]).toEqual([1, 0])
    storage.become('up')
    for (const id of ['emission_factors', 'country_intensities'] as const) await fixture.poll(id)
    expect((await sets()).length).toBe(2)
    expect((await intensities()).length).toBeGreaterThan(0)
  })

  test('a poll that fails because of wrong credentials is retried, and no message contains the credentials', async () => {
    const secret = 'a-secret-that-nobody-may-see'
    const fixture = await start({ ...storage.settings('wrong'), AWS_SECRET_ACCESS_KEY: secret })
    const failure = await fixture.poll('physical_flows').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'UpstreamError', kind: 'transient' })
    const shown = Bun.inspect(failure)
    expect(shown).toContain('object storage answered 403 SignatureDoesNotMatch (put of object wrong/')
    for (const hidden of [secret, 'S3RVER', 'Credential']) expect(shown).not.toContain(hidden)
  })

  test('a payload archived in Postgres before needs no object', async () => {
    const before = await startIngestFixture(asOf)
    started.push(before)
    await ingest(before)
    const database = { url: before.env.DATABASE_URL, drop: async () => undefined }
    const after = await startIngestFixture(asOf, { settings: storage.settings('later'), filledDatabase: database })
    started.unshift(after)
    storage.become('refuses')
    expect(await ingest(after)).toMatchObject({ changedSlots: 0 })
    expect(await noted(after)).toEqual([])
    expect((await payloads(after)).map(({ inRow }) => inRow)).toEqual([true])
  })
})
