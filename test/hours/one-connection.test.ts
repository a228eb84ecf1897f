import { expect, test } from 'bun:test'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { refreshHours } from '@hexawatt/svc-ingest/src/hours/refresh-hours.ts'
import { revisePoints } from '@hexawatt/svc-ingest/src/points/revise-points.ts'

const { sql } = await useTestDatabase(1)
const clock = { now: () => Temporal.Instant.from('2025-11-05T00:00:00Z') }

test('hours and revisions are computed on one connection, so that neither waits for one that the other holds', async () => {
  await sql`delete from hour_requests`
  await sql`insert into hour_requests (first_hour, last_hour, known_from)
    values ('2025-10-01T00:00:00Z', '2025-10-02T00:00:00Z', 'epoch')`
  expect(await refreshHours({ sql, clock })).toEqual({ computed: 25, changed: 0, isDone: true })
  expect(await revisePoints({ sql, clock })).toEqual({ points: 0, added: 0 })
}, 10_000)
