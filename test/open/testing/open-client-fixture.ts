import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import type { OpenDataset } from '@hexawatt/svc-ingest/src/open/definition/dataset.ts'
import { createOpenClient, type OpenClientDeps } from '@hexawatt/svc-ingest/src/open/open-client.ts'
import { openPublisherIds, publisherLimits } from '@hexawatt/svc-ingest/src/open/publisher-limits.ts'
import { publisherPauseMs } from '@hexawatt/svc-ingest/src/open/publisher-pace-store.ts'
import { findDataset } from '@hexawatt/svc-ingest/src/open/registry.ts'

type ReceivedCall = { publisher: string; path: string; userAgent: string | null }

/** Limits of the product without the gaps between calls. */
export const noGaps = Object.fromEntries(
  Object.entries(publisherLimits).map(([id, limits]) => [id, { ...limits, gapMs: 0 }]),
) as typeof publisherLimits

/** A dataset of the registry. */
export function datasetOf(id: string): OpenDataset {
  const dataset = findDataset(id)
  if (dataset === undefined) throw new Error(`no dataset ${id}`)
  return dataset
}

/** Base addresses by publisher. */
export function baseUrlsAt(address: (publisher: OpenPublisherId) => string): OpenClientDeps['baseUrls'] {
  return Object.fromEntries(openPublisherIds.map((id) => [id, new URL(address(id))])) as OpenClientDeps['baseUrls']
}

/** Clients of open publishers on one database, and the demo upstream over HTTP, whose clock is real as that of the pauses. */
export async function startOpenClientFixture() {
  const faults = createFaultSwitch()
  const clock = { now: () => Temporal.Now.instant() }
  const credentials = { clientId: 'test', clientSecret: 'test' }
  const source = createGridSource({ clock })
  const upstream = createUpstreamApp({ clock, credentials, faults, source, allowFaultControl: true })
  upstream.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const address = `http://127.0.0.1:${upstream.server?.port}`
  const database = await createTestDatabase()
  const sql = createSql(database.url, 'test', 4)

  return {
    faults,
    sql,
    /** A program with a client of its own; its waits are noted and do not last. */
    program(changes: Partial<OpenClientDeps> = {}) {
      const waits: number[] = []
      const client = createOpenClient({
        sql,
        logger: createLogger('test', 'silent'),
        baseUrls: baseUrlsAt((id) => `${address}/open/${id}`),
        random: () => 0.5,
        limits: noGaps,
        sleep: async (ms) => {
          waits.push(ms)
        },
        ...changes,
      })
      const call = (id: string) => {
        const dataset = datasetOf(id)
        const [first] = dataset.calls({ now: clock.now(), lastSuccess: clock.now() })
        if (first === undefined) throw new Error(`${id} asks for nothing`)
        return client.fetch(dataset, first)
      }
      return { call, waits, client }
    },
    /** Calls that a publisher has received, also those that it refused. */
    async callsOf(publisher: OpenPublisherId): Promise<ReceivedCall[]> {
      const report = (await (await fetch(`${address}/open/calls`)).json()) as { calls: ReceivedCall[] }
      return report.calls.filter((call) => call.publisher === publisher)
    },
    async refusalsOf(publisher: OpenPublisherId): Promise<number | undefined> {
      const rows = await sql<{ refusals: number }[]>`
        select refusals from publisher_pauses where publisher = ${publisher}`
      return rows[0]?.refusals
    },
    /** Notes refusals in a row, whose pause has passed. */
    async setRefusals(publisher: OpenPublisherId, refusals: number): Promise<void> {
      await sql`insert into publisher_pauses (publisher, refusals) values (${publisher}, ${refusals})`
    },
    /** The pause of a publisher, whole seconds. */
    pauseSeconds: async (publisher: OpenPublisherId) => Math.ceil((await publisherPauseMs(sql, publisher)) / 1_000),
    /** Lets the pause of every publisher pass, without its row of refusals. */
    async passPauses(): Promise<void> {
      await sql`update publisher_pauses set not_before = now() - interval '1 second'`
    },
    /** Lets time pass since the last call of every publisher. */
    async passGap(ms: number): Promise<void> {
      await sql`update publisher_pauses set last_call_at = last_call_at - make_interval(secs => ${ms / 1_000}::double precision)`
    },
    async passDay(): Promise<void> {
      await sql`update publisher_calls set day = day - 1`
    },
    /** No calls, pauses and faults, as at the start. */
    async reset(): Promise<void> {
      faults.clear()
      await fetch(`${address}/open/calls`, { method: 'DELETE' })
      await sql`delete from publisher_pauses`
      await sql`delete from publisher_calls`
    },
    async stop(): Promise<void> {
      await upstream.stop(true)
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}
export type OpenClientFixture = Awaited<ReturnType<typeof startOpenClientFixture>>
