import { afterEach, expect, test } from 'bun:test'
import { startOperatorClient } from '../../upstream/testing/operator-client-fixture.ts'
import type { PollContext } from '../definition/source.ts'
import { tariffCalendar } from './tariff-calendar.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

const hour = (text: string) => Temporal.Instant.from(`2026-01-13T${text}:00Z`)
const dayMs = 24 * 3_600_000

/** An operator that knows the colours of the days before `publishedUntil`, all of them white. */
function startOperator(publishedUntil: string, fails: (start: number, end: number) => boolean = () => false) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      if (url.pathname.startsWith('/token')) return Response.json({ access_token: 'token', expires_in: 7200 })
      const [start, end] = ['start_date', 'end_date'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
      if (start === undefined || end === undefined || end > Date.parse(publishedUntil)) return tooEarly()
      if (fails(start, end)) return Response.json({ error: 'COMMON_ERROR_T03' }, { status: 500 })
      const values = Array.from({ length: (end - start) / dayMs }, (_, day) => ({
        start_date: new Date(start + day * dayMs).toISOString(),
        end_date: new Date(start + (day + 1) * dayMs).toISOString(),
        value: 'WHITE',
      }))
      return Response.json({ tempo_like_calendars: { values: values.toReversed() } })
    },
  })
  servers.push(server)
  return startOperatorClient(server.url)
}

function tooEarly(): Response {
  const error_description =
    'The value of "end_date" field is incorrect. It is not possible to recover data to this term.'
  return Response.json({ error: 'TMPLIKSUPCON_TMPLIKCAL_F04', error_description, error_uri: '' }, { status: 400 })
}

/** Days that a poll at `now` gets, newest stored day being today. */
async function pollDays(publishedUntil: string, now: Temporal.Instant): Promise<string[]> {
  const newestSlotEnd = Temporal.Instant.from('2026-01-13T23:00:00Z')
  return (await daysOf(startOperator(publishedUntil), { now, lastSuccess: now, newestSlotEnd })).sort()
}

/** Days of the colours that a poll of a client gets. */
async function daysOf(client: ReturnType<typeof startOperator>, context: PollContext): Promise<string[]> {
  const payloads = await Array.fromAsync(client.fetch(tariffCalendar, tariffCalendar.calls(context)))
  const contents = payloads.flatMap(({ answer }) => tariffCalendar.read(answer).feeds ?? [])
  return contents.flatMap(({ normalised }) => normalised.measurements.map(({ slotStart }) => slotStart.toString()))
}

const yesterdayAndToday = ['2026-01-11T23:00:00Z', '2026-01-12T23:00:00Z']

test('a refusal before tomorrow’s colour is published costs neither today nor yesterday, and the poll succeeds', async () => {
  expect(await pollDays('2026-01-13T23:00:00Z', hour('05:00'))).toEqual(yesterdayAndToday)
})

test('the same poll gets tomorrow too once its colour is published', async () => {
  expect(await pollDays('2026-01-14T23:00:00Z', hour('10:00'))).toEqual([...yesterdayAndToday, '2026-01-13T23:00:00Z'])
})

test('the colours of both days are read from an operator that fails on windows over the change of season', async () => {
  const seasonChange = Date.parse('2026-08-31T22:00:00Z')
  const fails = (start: number, end: number) => start < seasonChange && seasonChange < end
  const pollAt = async (now: string, newestSlotEnd: Temporal.Instant | null) => {
    const operator = startOperator('2026-09-02T22:00:00Z', fails)
    return daysOf(operator, { now: Temporal.Instant.from(now), lastSuccess: null, newestSlotEnd })
  }
  for (const now of ['2026-08-31T12:00:00Z', '2026-09-01T01:00:00Z', '2026-09-01T10:00:00Z']) {
    const days = await pollAt(now, null)
    expect(days).toContain('2026-08-31T22:00:00Z')
    if (now < '2026-09-01T04:00:00Z') expect(days).toContain('2026-08-30T22:00:00Z')
  }
  const later = await pollAt('2026-09-01T10:00:00Z', Temporal.Instant.from('2026-09-01T22:00:00Z'))
  expect(later).toContain('2026-08-30T22:00:00Z')
})
