import { afterEach, expect, test } from 'bun:test'
import { selectWindow } from '../../pipeline/select-window.ts'
import { createTokenSources } from '../../upstream/credentials.ts'
import { createOperatorClient } from '../../upstream/operator-client.ts'
import { tariffCalendar } from './feed.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

const hour = (text: string) => Temporal.Instant.from(`2026-01-13T${text}:00Z`)
const dayMs = 24 * 3_600_000

/** An operator that knows the colours of the days before `publishedUntil`, all of them white. */
function startOperator(publishedUntil: string) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      if (url.pathname.startsWith('/token')) return Response.json({ access_token: 'token', expires_in: 7200 })
      const [start, end] = ['start_date', 'end_date'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
      if (start === undefined || end === undefined || end > Date.parse(publishedUntil)) return tooEarly()
      const values = Array.from({ length: (end - start) / dayMs }, (_, day) => ({
        start_date: new Date(start + day * dayMs).toISOString(),
        end_date: new Date(start + (day + 1) * dayMs).toISOString(),
        value: 'WHITE',
      }))
      return Response.json({ tempo_like_calendars: { values: values.toReversed() } })
    },
  })
  servers.push(server)
  return createOperatorClient({
    baseUrl: server.url,
    tokenSourceFor: createTokenSources(server.url, { shared: { clientId: 'a', clientSecret: 'b' }, byApi: {} }),
    sleep: async () => undefined,
    random: () => 0,
  })
}

function tooEarly(): Response {
  const error_description =
    'The value of "end_date" field is incorrect. It is not possible to recover data to this term.'
  return Response.json({ error: 'TMPLIKSUPCON_TMPLIKCAL_F04', error_description, error_uri: '' }, { status: 400 })
}

/** Days that a poll at `now` gets, newest stored day being today. */
async function pollDays(publishedUntil: string, now: Temporal.Instant): Promise<string[]> {
  const window = selectWindow(tariffCalendar, Temporal.Instant.from('2026-01-13T23:00:00Z'), now)
  const payloads = await Array.fromAsync(startOperator(publishedUntil).fetchWindow(tariffCalendar.resource, window))
  const measurements = payloads.flatMap(({ json, query }) => tariffCalendar.normalise(json, query).measurements)
  return measurements.map(({ slotStart }) => slotStart.toString()).sort()
}

const yesterdayAndToday = ['2026-01-11T23:00:00Z', '2026-01-12T23:00:00Z']

test('before tomorrow’s colour is out its refusal costs neither today nor yesterday, and the poll succeeds', async () => {
  expect(await pollDays('2026-01-13T23:00:00Z', hour('05:00'))).toEqual(yesterdayAndToday)
})

test('once it is out the same poll gets tomorrow too', async () => {
  expect(await pollDays('2026-01-14T23:00:00Z', hour('10:00'))).toEqual([...yesterdayAndToday, '2026-01-13T23:00:00Z'])
})
