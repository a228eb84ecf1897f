import { beforeAll, describe, expect, test } from 'bun:test'
import { readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { archivePayload, packPayload } from '../archive/payload-store.ts'
import type { Measurement } from '../sources/definition/content.ts'
import { addQuarantined, addVersions, readNewestSlotEnd } from './feed-value-store.ts'
import { createPartitions } from './partition-store.ts'

const { sql } = await useTestDatabase(3)
const slotStart = Temporal.Instant.from('2026-02-03T10:00:00Z')
const at = (text: string) => Temporal.Instant.from(`2026-02-03T${text}Z`)

beforeAll(async () => {
  const partitions = createPartitions(sql)
  await partitions.ensure('feed_values', [slotStart])
  await partitions.ensure('raw_payloads', [slotStart])
})

function measurement(series: string, value: number, updatedAt: Temporal.Instant | null = null): Measurement {
  return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value, updatedAt }
}

async function store(measurements: Measurement[], knownFrom: Temporal.Instant): Promise<number> {
  const provenance = { feed: 'generation_by_type', publisher: 'rte', knownFrom, payloadId: '1' } as const
  return (await sql.begin((tx) => addVersions(tx, provenance, measurements))).count
}

const valueAt = async (series: string, now: Temporal.Instant) => {
  const rows = await readSlotValues(
    sql,
    { feed: 'generation_by_type', from: slotStart, to: slotStart.add({ hours: 1 }) },
    now,
  )
  return rows.find((row) => row.series === series)?.value ?? null
}

describe('versions of a value', () => {
  test('are not added when the same value arrives twice', async () => {
    expect(await store([measurement('SAME', 5)], at('12:00:00'))).toBe(1)
    expect(await store([measurement('SAME', 5)], at('12:15:00'))).toBe(0)
  })

  test('are added for a revision next to the former value, and both can be read as of their time', async () => {
    await store([measurement('REVISED', 5)], at('12:00:00'))
    expect(await store([measurement('REVISED', 6)], at('13:00:00'))).toBe(1)
    expect(await valueAt('REVISED', at('12:30:00'))).toBe(5)
    expect(await valueAt('REVISED', at('13:00:00'))).toBe(6)
    expect(await valueAt('REVISED', at('11:59:00'))).toBeNull()
  })

  test('with an older publisher’s date never replace a newer one', async () => {
    await store([measurement('DATED', 5, at('11:30:00'))], at('12:00:00'))
    expect(await store([measurement('DATED', 4, at('11:00:00'))], at('13:00:00'))).toBe(0)
    expect(await store([measurement('DATED', 7, at('12:30:00'))], at('13:30:00'))).toBe(1)
    expect(await valueAt('DATED', at('14:00:00'))).toBe(7)
  })

  test('stored by a later clock are not visible at an earlier instant', async () => {
    await store([measurement('TRAVEL', 9)], at('20:00:00'))
    expect(await store([measurement('TRAVEL', 9)], at('12:00:00'))).toBe(1)
    expect(await valueAt('TRAVEL', at('12:00:01'))).toBe(9)
  })

  test('are one per slot and instant, the first that was given', async () => {
    expect(await store([measurement('TWICE', 5), measurement('TWICE', 6)], at('12:00:00'))).toBe(1)
    expect(await store([measurement('TWICE', 7)], at('12:00:00'))).toBe(0)
    expect(await valueAt('TWICE', at('12:00:00'))).toBe(5)
    expect(await store([measurement('TWICE', 7), measurement('TWICE', 8)], at('12:00:01'))).toBe(1)
    expect(await valueAt('TWICE', at('12:00:01'))).toBe(7)
  })

  test('give as newest slot the last one that has ended and is known', async () => {
    expect((await readNewestSlotEnd(sql, 'generation_by_type', at('23:00:00')))?.toString()).toBe(
      '2026-02-03T11:00:00Z',
    )
    expect(await readNewestSlotEnd(sql, 'physical_flows', at('23:00:00'))).toBeNull()
  })

  test('can be stored in a month that several programs prepare at once', async () => {
    const july = [Temporal.Instant.from('2026-07-01T00:00:00Z')]
    await Promise.all([1, 2, 3].map(() => createPartitions(sql).ensure('feed_values', july)))
  })
})

test('a rejected value is kept once with its reason, and is not among the values', async () => {
  const refused = [{ measurement: measurement('NUCLEAR', 0), reason: 'NUCLEAR of 0 MW' }]
  const provenance = {
    feed: 'generation_by_type',
    publisher: 'rte',
    knownFrom: at('12:00:00'),
    payloadId: '1',
  } as const
  for (let run = 0; run < 2; run++) await sql.begin((tx) => addQuarantined(tx, provenance, refused))
  const rows = await sql`select series, value, reason from quarantined_values`
  expect([...rows]).toEqual([{ series: 'NUCLEAR', value: 0, reason: 'NUCLEAR of 0 MW' }])
  expect(await valueAt('NUCLEAR', at('12:30:00'))).toBeNull()
})

test('a payload is archived once and read back as it was', async () => {
  const body = new TextEncoder().encode('{"é":1}'.repeat(100))
  const packed = await packPayload(body)
  const archive = () =>
    sql.begin((tx) => archivePayload(tx, { source: 'physical_flows', asked: '' }, packed, at('12:00:00')))
  const [first, second] = [await archive(), await archive()]
  expect(second).toBe(first)
  const otherQuestion = { source: 'physical_flows', asked: 'process_type=DA' }
  expect(await sql.begin((tx) => archivePayload(tx, otherQuestion, packed, at('12:00:00')))).not.toBe(first)
  const [row] = await sql<{ bodyZstd: Buffer; bodyBytes: number }[]>`
    select body_zstd, body_bytes from raw_payloads where id = ${first}`
  expect(Buffer.from(Bun.zstdDecompressSync(row?.bodyZstd ?? Buffer.alloc(0)))).toEqual(Buffer.from(body))
  expect(row?.bodyBytes).toBe(body.length)
})
