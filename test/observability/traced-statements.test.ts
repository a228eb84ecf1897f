import { describe, expect, test } from 'bun:test'
import { tracingEnv } from '@hexawatt/shared/config/program-env'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createOtlpTracing } from '@hexawatt/shared/telemetry/otlp-tracing'
import { runInSpan } from '@hexawatt/shared/telemetry/tracing'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import * as v from 'valibot'
import { startTraceCollector } from './testing/trace-collector.ts'

const collector = stopAtEnd(startTraceCollector())
const settings = v.parse(v.object(tracingEnv), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
const work = { name: 'work', kind: 'internal' } as const

const database = await createTestDatabase()
closeAtEnd(database.drop)

/** Does something with a traced client inside of a span, and gives the spans of its statements by name. */
async function spansOf(use: (sql: ReturnType<typeof createSql>) => Promise<unknown>) {
  const tracing = createOtlpTracing(settings, 'test', () => undefined)
  const sql = createSql(database.url, 'test', 2, tracing)
  let traceId = ''
  await runInSpan(tracing, work, async (span) => {
    traceId = span?.context.traceId ?? ''
    await use(sql)
  }).finally(() => sql.end({ timeout: 5 }))
  await tracing.close()
  return collector.spansOf(traceId).filter(({ name }) => name !== work.name)
}

describe('traced statements do what untraced ones do', () => {
  test('a fragment of a statement is not traced as one, and no value is recorded', async () => {
    const spans = await spansOf(async (sql) => {
      const condition = sql`${'secret value'}::text = ${'secret value'}`
      const rows = await sql<{ one: number }[]>`select 1 as one where ${condition} and ${['a']}::text[] is not null`
      expect([...rows]).toEqual([{ one: 1 }])
    })
    expect(spans.map(({ attributes }) => attributes['db.query.text'])).toEqual([
      'select 1 as one where $ and $::text[] is not null',
    ])
    expect(collector.text()).not.toContain('secret value')
  })

  test('a statement awaited twice is sent once', async () => {
    const spans = await spansOf(async (sql) => {
      const asked = sql`select 1 as one`
      expect(await asked).toEqual(await asked)
    })
    expect(spans).toHaveLength(1)
  })

  test('a failure is passed on unchanged, and its span has the code and not the message', async () => {
    const failing = spansOf(async (sql) => {
      const failure = await sql`select 'secret value'::text::int`.catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: '22P02' })
    })
    expect(await failing).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': '22P02' } }])
    expect(collector.text()).not.toContain('invalid input syntax')
  })

  test('a transaction that throws is rolled back, and its statements are its child spans', async () => {
    const spans = await spansOf(async (sql) => {
      const failing = sql.begin(async (tx) => {
        await tx`insert into accounts (id, name, plan) values ('a', 'name', 'pro')`
        throw new RangeError('out')
      })
      await expect(failing).rejects.toThrow(RangeError)
      expect(await sql`select 1 from accounts`).toHaveLength(0)
    })
    const transaction = spans.find(({ name }) => name === 'TRANSACTION')
    expect(transaction).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'RangeError' } })
    const insert = spans.find(({ name }) => name === 'INSERT accounts')
    expect(insert?.parentSpanId).toBe(transaction?.spanId ?? 'none')
  })

  test('outside of a request or job nothing is traced', async () => {
    const tracing = createOtlpTracing(settings, 'test', () => undefined)
    const sql = createSql(database.url, 'test', 1, tracing)
    const before = collector.spans.length
    await sql`select 1`
    await sql.begin((tx) => tx`select 1`)
    await sql.end({ timeout: 5 })
    await tracing.close()
    expect(collector.spans.length).toBe(before)
  })
})
