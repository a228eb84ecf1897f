import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import {
  openPublisherIds,
  type PublisherPolicies,
  publisherPolicies,
  readBaseUrls,
} from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { createTokenSources } from '@hexawatt/svc-ingest/src/upstream/credentials.ts'
import { readPublisherPauseMs } from '@hexawatt/svc-ingest/src/upstream/publisher-pace-store.ts'
import { createSourceClient, type SourceClientDeps } from '@hexawatt/svc-ingest/src/upstream/source-client.ts'

type ReceivedCall = { publisher: string; path: string; userAgent: string | null }

/** Policies of the product without the gaps between calls. */
export const noGaps: PublisherPolicies = Object.fromEntries(
  Object.entries(publisherPolicies).map(([id, { pace, ...policy }]) => [
    id,
    { ...policy, pace: pace === null ? null : { ...pace, gapMs: 0 } },
  ]),
) as PublisherPolicies

/** Base addresses by publisher. */
export function baseUrlsAt(address: (publisher: OpenPublisherId) => string): SourceClientDeps['baseUrls'] {
  return { ...readBaseUrls({}), ...Object.fromEntries(openPublisherIds.map((id) => [id, new URL(address(id))])) }
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
    program(changes: Partial<SourceClientDeps> = {}) {
      const waits: number[] = []
      const client = createSourceClient({
        sql,
        logger: createLogger('test', 'silent'),
        baseUrls: baseUrlsAt((id) => `${address}/open/${id}`),
        random: () => 0.5,
        policies: noGaps,
        tokenSourceFor: createTokenSources(new URL(address), { shared: credentials, byApi: {} }),
        sleep: async (ms) => {
          waits.push(ms)
        },
        ...changes,
      })
      /** Makes the first call of a poll. Null where the publisher has no data for the request. */
      const call = async (id: string) => {
        const source = getSource(id)
        const calls = source.calls({ now: clock.now(), lastSuccess: clock.now(), newestSlotEnd: null }).slice(0, 1)
        if (calls.length === 0) throw new Error(`${id} asks for nothing`)
        const [payload] = await Array.fromAsync(client.fetch(source, calls))
        return payload ?? null
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
    pauseSeconds: async (publisher: OpenPublisherId) => Math.ceil((await readPublisherPauseMs(sql, publisher)) / 1_000),
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
