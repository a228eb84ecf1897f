import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { readArchiveSettings } from '@hexawatt/svc-ingest/src/archive/archive-settings.ts'
import { type Bucket, createBucket } from '@hexawatt/svc-ingest/src/archive/bucket.ts'
import { movePayloads } from '@hexawatt/svc-ingest/src/archive/move-payloads.ts'
import { createPayloadArchive } from '@hexawatt/svc-ingest/src/archive/payload-archive.ts'
import { sweepObjects } from '@hexawatt/svc-ingest/src/archive/sweep-objects.ts'
import { runArchiveCommand } from '@hexawatt/svc-ingest/src/cli/archive-command.ts'
import { createPolledDatabase, type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { startBucketFixture } from './testing/bucket-fixture.ts'

const asOf = '2026-02-03T09:05:00Z'
const polled = ['consumption', 'physical_flows', 'generation_unavailabilities', 'emission_factors'] as const
const retry = { sleep: async () => undefined, random: Math.random }

/** A database whose payloads were archived in Postgres, one of which has outlived its month. */
let fixture: IngestFixture
let prefix: string
let tests = 0

const storage = stopAtEnd(await startBucketFixture())
beforeEach(async () => {
  prefix = `test-${++tests}`
  fixture = await startIngestFixture(asOf, { filledDatabase: await createPolledDatabase(asOf, polled) })
  await fixture.sql`
    with moved as (delete from raw_payloads where source = 'consumption' returning *)
    insert into kept_payloads (id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
    select id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at from moved`
})
afterEach(async () => {
  storage.become('up')
  await fixture.stop()
})

/** Runs `bun run archive` in this process. */
async function archive(args: string, stopping = new AbortController().signal) {
  const written: string[] = []
  const exitCode = await runArchiveCommand({
    argv: args.split(' '),
    env: { ...fixture.env, ...storage.settings(prefix) },
    stopping,
    signal: new AbortController().signal,
    output: { write: (text: string) => void written.push(text) },
  })
  return { exitCode, out: written.join('') }
}

function bucket(): Bucket {
  const settings = readArchiveSettings(storage.settings(prefix))
  if (settings === null) throw new Error('no bucket is set')
  return createBucket(settings, retry)
}

type Row = { id: string; sha256: string; inRow: boolean }

const rows = (): Promise<Row[]> => fixture.sql<Row[]>`
  select id, encode(content_sha256, 'hex') as sha256, body_zstd is not null as in_row
  from (select * from raw_payloads union all select * from kept_payloads) payload order by id`

const inRows = async (): Promise<number> => (await rows()).filter(({ inRow }) => inRow).length

const keyOf = ({ sha256 }: Row) => `${prefix}/${sha256.slice(0, 2)}/${sha256}.zst`

/** Text of every payload by id, read from wherever it stands. */
async function texts(): Promise<Map<string, string>> {
  const settings = readArchiveSettings(storage.settings(prefix))
  const found = await createPayloadArchive({ ...retry, sql: fixture.sql, settings }).read(
    (await rows()).map(({ id }) => id),
  )
  const text = ({ content }: { content: { kind: string; body?: Uint8Array } }) => new TextDecoder().decode(content.body)
  return new Map([...found].map(([id, payload]) => [id, text(payload)]))
}

describe('bun run archive move', () => {
  test('`archive move` copies every body to object storage and back unchanged', async () => {
    const before = await texts()
    const count = before.size
    expect(count).toBeGreaterThan(4)
    const there = await archive('move --to s3')
    expect(there.out).toEndWith(`${count} payloads are in s3 now.\n`)
    expect([there.exitCode, await inRows(), await texts()]).toEqual([0, 0, before])
    expect(await fixture.sql`select from loose_objects`).toHaveLength(0)
    expect((await archive('status')).out).toMatch(new RegExp(`^s3 +${count} +\\d+\\.\\d MB +0\\.0 MB$`, 'm'))
    const back = await archive('move --to postgres')
    expect(back.out).toEndWith(`${count} payloads are in postgres now.\n`)
    expect([back.exitCode, await inRows(), await texts()]).toEqual([0, count, before])
  })

  test('moving back to Postgres leaves the objects for the sweep, which removes them a day later', async () => {
    await archive('move --to s3')
    await archive('move --to postgres')
    const objects = async () => (await storage.keys()).filter((key) => key.startsWith(`${prefix}/`)).length
    expect((await sweepObjects(fixture.sql, bucket())).removed).toBe(0)
    const written = await objects()
    await fixture.sql`update loose_objects set since = since - interval '25 hours'`
    expect((await sweepObjects(fixture.sql, bucket())).removed).toBe(written)
    expect(await objects()).toBe(0)
  })

  test('an interrupted move continues where it stopped: after a limit, Ctrl-C, or an outage of object storage', async () => {
    const before = await texts()
    expect(await archive('move --to s3 --limit 2')).toMatchObject({ exitCode: 0 })
    expect(await inRows()).toBe(before.size - 2)
    storage.become('refuses')
    const failing = { ...bucket(), put: () => Promise.reject(new Error('gone')) }
    const options = { limit: null, stopping: new AbortController().signal }
    await expect(movePayloads({ sql: fixture.sql, bucket: failing }, 's3', options)).rejects.toThrow('object storage')
    storage.become('up')
    expect([await inRows(), await texts()]).toEqual([before.size - 2, before])
    expect(await archive('move --to s3 --limit 1', AbortSignal.abort())).toMatchObject({ exitCode: 130 })
    expect(await inRows()).toBe(before.size - 3)
    expect(await archive('move --to s3')).toMatchObject({ exitCode: 0 })
    expect([await inRows(), await texts()]).toEqual([0, before])
  })

  test('a body stays in its row until object storage returns it unchanged', async () => {
    const count = await inRows()
    const forgetful = { ...bucket(), put: async () => undefined }
    const options = { limit: null, stopping: new AbortController().signal }
    const { done, faulty, firstFaults } = await movePayloads({ sql: fixture.sql, bucket: forgetful }, 's3', options)
    expect([done, faulty, await inRows()]).toEqual([count, count, count])
    expect(firstFaults[0]?.reason).toStartWith('is missing in object storage')
  })

  test('an object with other content under the same key is written again', async () => {
    const before = await texts()
    const [first] = await rows()
    if (first === undefined) throw new Error('no payload')
    await bucket().put(first.sha256, await Bun.zstdCompress('another content'))
    expect(await archive('move --to s3')).toMatchObject({ exitCode: 0 })
    expect(await texts()).toEqual(before)
  })

  test('a payload with a damaged body is left alone and named, and all others are moved', async () => {
    const [first, second] = await rows()
    await fixture.sql`update raw_payloads set body_zstd = ${Buffer.from('no zstd')} where id = ${second?.id ?? ''}`
    const { exitCode, out } = await archive('move --to s3')
    expect(out).toMatch(new RegExp(`^payload ${second?.id} of \\w+ cannot be read: `, 'm'))
    expect(out).toContain('1 are faulty and stay unchanged.')
    expect([exitCode, await inRows(), first?.inRow]).toEqual([1, 1, true])
  })

  test('the program uses the configured bucket, whatever other bucket Bun’s variables name', async () => {
    const child = Bun.spawn(
      [process.execPath, '--no-env-file', 'svc-ingest/src/cli/main.ts', 'archive', 'move', '--to', 's3'],
      {
        cwd: join(import.meta.dir, '../..'),
        env: {
          ...fixture.env,
          ...storage.settings(prefix),
          S3_BUCKET: 'other',
          S3_ENDPOINT: 'http://127.0.0.1:1',
          S3_REGION: 'x',
        },
        stdin: 'ignore',
        stderr: 'pipe',
      },
    )
    expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
    expect(await inRows()).toBe(0)
    expect((await storage.keys()).filter((key) => key.startsWith(`${prefix}/`)).length).toBeGreaterThan(0)
  })

  test('`archive move` refuses to run without object storage, and writes nothing where storage is read-only', async () => {
    const output = { write: () => undefined }
    const signal = new AbortController().signal
    const move = (settings: Record<string, string>) =>
      runArchiveCommand({
        argv: ['move', '--to', 's3'],
        env: { ...fixture.env, ...settings },
        stopping: signal,
        signal,
        output,
      })
    await expect(move({})).rejects.toThrow('ARCHIVE_URL is not set')
    const settings = storage.settings(prefix)
    await expect(move({ ...settings, ARCHIVE_URL: `${settings['ARCHIVE_URL']}&writes=off` })).rejects.toThrow(
      'writes=off',
    )
  })
})

describe('bun run archive check', () => {
  test('`archive check` reports nothing when all payloads are intact in both places', async () => {
    await archive('move --to s3 --limit 2')
    const { exitCode, out } = await archive('check')
    expect(out).toEndWith(`${(await rows()).length} payloads have the SHA-256 they were archived with.\n`)
    expect(exitCode).toBe(0)
  })

  test('`archive check` names each payload whose object is missing or altered', async () => {
    await archive('move --to s3')
    const [gone, altered] = await rows()
    if (gone === undefined || altered === undefined) throw new Error('no payloads')
    await storage.lose(keyOf(gone))
    await storage.alter(keyOf(altered), await Bun.zstdCompress('another content'))
    const { exitCode, out } = await archive('check')
    expect(out).toMatch(new RegExp(`^payload ${gone.id} of \\w+ is missing in object storage`, 'm'))
    expect(out).toMatch(new RegExp(`^payload ${altered.id} of \\w+ does not have the SHA-256`, 'm'))
    expect([exitCode, out.match(/^payload /gm)?.length]).toEqual([1, 2])
  })
})
