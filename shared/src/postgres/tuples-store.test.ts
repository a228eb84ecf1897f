import { expect, test } from 'bun:test'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { readTuples, selectMsColumn } from './tuples-store.ts'

const { sql } = await useTestDatabase()

type Row = readonly [name: string, value: number, at: number, note: string | null]

const columns = () => sql`array_agg(name), array_agg(value), ${selectMsColumn(sql, 'at')}, array_agg(note)`

test('tuples keep every digit, instants in ms, texts and null, in the order of the rows', async () => {
  const rows = sql`
    select * from (values
      ('second', 0.1::double precision + 0.2::double precision, '1969-12-31T23:59:59.999Z'::timestamptz, null),
      ('a "quoted" é, {x}', 1e-9, '2026-02-03T18:20:00.123Z', 'note'),
      ('first', -1e9, '2026-02-03T18:20:00Z', '')
    ) as given (name, value, at, note) order by value`
  expect(await readTuples<Row>(sql, columns(), rows)).toEqual([
    ['first', -1e9, Date.parse('2026-02-03T18:20:00Z'), ''],
    ['a "quoted" é, {x}', 1e-9, Date.parse('2026-02-03T18:20:00.123Z'), 'note'],
    ['second', 0.1 + 0.2, -1, null],
  ])
})

test('a query without rows gives no tuples', async () => {
  const rows = sql`select 'x' as name, 1 as value, now() as at, null::text as note where false`
  expect(await readTuples<Row>(sql, columns(), rows)).toEqual([])
})
