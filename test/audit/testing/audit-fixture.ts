import { expect } from 'bun:test'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { type FeedId, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { runAuditCommand } from '@hexawatt/svc-ingest/src/cli/audit-command.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { addMadeConsumptionHours } from '@hexawatt/svc-ingest/src/testing/made-consumption-hours.ts'
import { type IngestFixture, ingestedContent, startIngestFixture } from '../../testing/ingest-fixture.ts'

/** Instants after which the live system asks its sources. */
const polledAt = ['09:10', '09:40', '10:10', '10:40', '11:10', '11:40', '12:10', '12:40', '13:10', '13:40']
/** Ticks of the live system: one after each round of polls, and the full hours, which have a forecast. */
const tickTimes = [...polledAt, '10:00', '11:00', '12:00', '13:00'].sort()
/** Points that the live system has stored. */
export const ticks = tickTimes.length
/** The newest point; at it the hourly feed has been silent for hours. */
export const last = '2026-02-03T13:40:00Z'

const revision = {
  kind: 'revised_slots',
  subject: 'generation_by_type',
  productionType: 'NUCLEAR',
  factor: 1.01,
} as const

type AuditedTable =
  | 'score_points'
  | 'feed_values'
  | 'feed_documents'
  | 'raw_payloads'
  | 'forecast_issues'
  | 'forecast_issue_hours'
  | 'consumption_hours'

const began = '2026-02-03T09:05:00Z'

/** Hours of a live system, stored by the real job: polls and points. */
async function storeHours({ deps, clock, faults }: IngestFixture): Promise<void> {
  const poller = createPoller(deps)
  const start = Temporal.Instant.from(began)
  const importsFrom = Temporal.Instant.from('2026-01-02T00:00:00Z')
  await addMadeConsumptionHours(deps.sql, importsFrom, Temporal.Instant.from('2026-02-03T06:00:00Z'), start)
  for (const time of tickTimes) {
    const tick = Temporal.Instant.from(`2026-02-03T${time}:00Z`)
    if (polledAt.includes(time)) {
      if (time === '10:10') faults.set([revision])
      clock.moveTo(tick.subtract({ seconds: 100 }).toString())
      for (const source of sourceIds.filter((id) => isAsked(id, time))) await poller.store(source)
    }
    const [newImport, published] = [tick.subtract({ hours: 4 }), tick.subtract({ minutes: 2 })]
    if (time.endsWith(':00')) await addMadeConsumptionHours(deps.sql, newImport, newImport.add({ hours: 1 }), published)
    clock.moveTo(tick.add({ seconds: 10 }).toString())
    expect(await computePoint(deps, tick)).toBe('stored')
  }
}

const hoursStored = ingestedContent('audited', began, storeHours)

/** A live system at its {@link last} point, whose payloads stand in Postgres, with further settings, such as of a bucket. */
export async function startAuditFixture(settings: Readonly<Record<string, string>> = {}) {
  const fixture = await startIngestFixture(began, { filledDatabase: await createTestDatabase(hoursStored), settings })
  fixture.clock.moveTo(Temporal.Instant.from(last).add({ seconds: 10 }).toString())
  fixture.faults.set([revision])
  /** Tables that were tampered with, to be brought back after the test. */
  const tampered = new Set<AuditedTable>()
  async function auditWith(env: EnvSource, args: string): Promise<{ exitCode: number; out: string }> {
    const lines: string[] = []
    const exitCode = await runAuditCommand({
      argv: args.split(' '),
      env,
      print: (line) => lines.push(line),
      printProgress: () => undefined,
    })
    return { exitCode, out: lines.join('\n') }
  }

  return {
    ...fixture,
    /** Runs the command in this process, with these settings. */
    auditWith,
    /** Runs the command in this process, with the settings of svc-ingest. */
    audit: (args: string) => auditWith(fixture.env, args),
    /** Copies a table; `restore` undoes later changes of the test. */
    async tamperWith(table: AuditedTable): Promise<void> {
      tampered.add(table)
      await fixture.sql.unsafe(`create table kept_${table} as table ${table}`)
    },
    async restore(): Promise<void> {
      for (const table of tampered) {
        await fixture.sql.unsafe(`delete from ${table}; insert into ${table} select * from kept_${table}`)
        await fixture.sql.unsafe(`drop table kept_${table}`)
      }
      tampered.clear()
    },
    /** Id of the newest payload of a feed that the point of {@link last} rests on. */
    async payloadOf(feed: FeedId): Promise<string> {
      const [row] = await fixture.sql<{ id: string }[]>`
        select (inputs -> ${feed} -> 'payloadIds' ->> -1) as id from score_points where at = ${last}`
      return row?.id ?? 'none'
    },
  }
}
export type AuditFixture = Awaited<ReturnType<typeof startAuditFixture>>

/**
 * The signal may be asked once in a quarter of an hour of real time. The hourly feed falls silent after the second hour: in the end the
 * quarter-hourly mix stands in for it.
 */
function isAsked(source: SourceId, time: string): boolean {
  if (source === 'grid_signals') return time === '09:10'
  return source !== 'generation_by_type' || time < '11:10'
}
