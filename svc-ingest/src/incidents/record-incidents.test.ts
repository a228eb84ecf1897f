import { expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import type { Incident } from '@hexawatt/shared/contract/status'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { createSql } from '@hexawatt/shared/postgres/client'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { recordIncidents } from './record-incidents.ts'

const start = utc('2026-02-03T12:00:00')
const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))
const recorded = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)

/** The dashboard with this availability of the flows at the borders, %. */
const dashboard = (flowsPct: number): DashboardResponse => ({
  ...recorded,
  mode: 'live',
  sources: [
    {
      ...{ id: 'physical_flows', source: 'rte', availabilityPct: flowsPct, confidenceWeight: 6 },
      ...{ lastSuccess: null, newestSlot: null, expectedNext: null },
    },
  ],
})
const record = (minutes: number, flowsPct: number, sql = fixture.sql): Promise<Incident[]> =>
  recordIncidents(sql, dashboard(flowsPct), start.add({ minutes }))

/** Checks each minute from one to another. */
async function pass(fromMinute: number, toMinute: number, flowsPct: number): Promise<Incident[]> {
  let incidents: Incident[] = []
  for (let minute = fromMinute; minute <= toMinute; minute++) incidents = await record(minute, flowsPct)
  return incidents
}

const flows = { subject: 'physical_flows', occurrences: 1 } as const

test('the log of an installation survives restarts, has nothing twice, and keeps a flapping source as one incident', async () => {
  // A start with a late source is no news before the source was seen without fault.
  expect(await pass(0, 10, 60)).toEqual([])
  expect(await pass(11, 12, 100)).toEqual([])

  // Four programs see at once that it is late.
  const anotherSql = createSql(fixture.databaseUrl, 'test', 5)
  closeAtEnd(() => anotherSql.end())
  await Promise.all([fixture.sql, anotherSql, fixture.sql, anotherSql].map((sql) => record(13, 60, sql)))
  const lateSince = { ...flows, state: 'late', startedAt: '2026-02-03T12:13:00Z' } as const
  expect(await record(14, 0)).toEqual([{ ...lateSince, state: 'missing', endedAt: null }])

  // Back, late and back again within the hour.
  expect(await record(15, 100)).toEqual([{ ...lateSince, state: 'missing', endedAt: '2026-02-03T12:15:00Z' }])
  await record(16, 60)
  const flapped = { ...lateSince, state: 'missing', endedAt: '2026-02-03T12:17:00Z', occurrences: 2 } as const
  expect(await record(17, 100)).toEqual([flapped])

  // Nothing checked for an hour; the source is late after it, because it was not read.
  const interrupted: Incident = {
    ...({ subject: 'service', state: 'interrupted', occurrences: 1 } as const),
    ...{ startedAt: '2026-02-03T12:17:00Z', endedAt: '2026-02-03T13:17:00Z' },
  }
  await Promise.all([fixture.sql, anotherSql].map((sql) => record(77, 60, sql)))
  expect(await pass(78, 86, 60)).toEqual([interrupted, flapped])

  // A replay of an earlier instant knows nothing of what came later.
  expect(await record(-60, 100)).toEqual([])
})

test('the log has at most a thousand incidents of the last 90 days, and shows the newest twenty', async () => {
  await fixture.sql`truncate incidents, incident_watch`
  await fixture.sql`
    insert into incidents (subject, state, started_at, ended_at)
    select 'imbalance', 'late', ${start}::timestamptz - n * interval '2 hours', ${start}::timestamptz - n * interval '2 hours' + interval '1 hour'
    from generate_series(1, 2000) n`
  await record(0, 100)
  await record(6, 100)
  const [kept] = await fixture.sql<{ count: number; oldest: Temporal.Instant }[]>`
    select count(*)::int as count, min(ended_at) as oldest from incidents`
  expect(kept?.count).toBe(1_000)
  const shown = await record(7, 100)
  expect(shown).toHaveLength(20)
  expect(shown[0]?.subject).toBe('service')

  await fixture.sql`update incidents set started_at = started_at - interval '80 days', ended_at = ended_at - interval '80 days' where subject = 'imbalance'`
  await record(14, 100)
  const [rest] = await fixture.sql<{ oldest: Temporal.Instant }[]>`select min(ended_at) as oldest from incidents`
  expect(rest && start.since(rest.oldest).total('hours') / 24).toBeLessThan(90)
})
