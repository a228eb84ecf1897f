import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { baseUrlsAt, type OpenClientFixture, startOpenClientFixture } from './testing/open-client-fixture.ts'

let fixture: OpenClientFixture
beforeAll(async () => {
  fixture = await startOpenClientFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.reset())

describe('a quota that is used up', () => {
  const exhausted = { kind: 'quota_exhausted', subject: 'odre', resetInSeconds: 7_200 } as const

  test('stops all calls of all programs until the named time', async () => {
    fixture.faults.set([exhausted])
    const [one, other] = [fixture.program(), fixture.program()]
    await expect(one.call('odre_national')).rejects.toMatchObject({ kind: 'rejected' })
    fixture.faults.clear()
    expect(await fixture.pauseSeconds('odre')).toBeWithin(7_190, 7_201)
    for (const id of ['odre_national', 'odre_past_signals', 'odre_capacities']) {
      await expect(other.call(id)).rejects.toThrow('odre was not called: it asked for a pause')
    }
    expect(await fixture.callsOf('odre')).toHaveLength(1)
    await fixture.passPauses()
    expect(await other.call('odre_national')).not.toBeNull()
  })

  test('does not stop other publishers', async () => {
    fixture.faults.set([exhausted])
    const { call } = fixture.program()
    await expect(call('odre_national')).rejects.toThrow(/odre is paused for 7[12]\d\d s/)
    expect(await call('energy_charts_price')).not.toBeNull()
  })

  test('with a time that has passed pauses as long as a refusal without one', async () => {
    const body = { errorcode: 10_002, reset_time: '2017-10-17T00:00:00Z' }
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(body, { status: 429 }) })
    const baseUrls = baseUrlsAt(() => server.url.href)
    const { call } = fixture.program({ baseUrls })
    await expect(call('odre_national')).rejects.toMatchObject({ kind: 'rejected' })
    expect(await fixture.pauseSeconds('odre')).toBeWithin(55, 61)
    await server.stop(true)
  })
})

describe('a refusal without a time', () => {
  test('pauses 60 s, then twice as long each time, up to an hour; an answer begins anew', async () => {
    fixture.faults.set([{ kind: 'rate_limited', subject: 'energy-charts', retryAfterSeconds: null }])
    const { call, waits } = fixture.program()
    const pauses: number[] = []
    for (let refusal = 0; refusal < 8; refusal++) {
      await expect(call('energy_charts_price')).rejects.toMatchObject({ kind: 'rejected' })
      pauses.push(await fixture.pauseSeconds('energy-charts'))
      await fixture.passPauses()
    }
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
    expect([waits, (await fixture.callsOf('energy-charts')).length]).toEqual([[], 8])
    fixture.faults.clear()
    await call('energy_charts_price')
    expect(await fixture.refusalsOf('energy-charts')).toBe(0)
  })

  test.each([
    [5, 30],
    [90, 90],
    [86_400, 3_600],
  ])('Retry-After of %d s pauses %d s', async (retryAfterSeconds, expected) => {
    fixture.faults.set([{ kind: 'rate_limited', subject: 'energy-charts', retryAfterSeconds }])
    await expect(fixture.program().call('energy_charts_price')).rejects.toThrow(
      `energy-charts is paused for ${expected} s`,
    )
    expect(await fixture.callsOf('energy-charts')).toHaveLength(1)
  })

  test('403 pauses too', async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('no', { status: 403 }) })
    const baseUrls = baseUrlsAt(() => server.url.href)
    const { call, waits } = fixture.program({ baseUrls })
    await expect(call('odre_national')).rejects.toThrow('odre is paused for 60 s')
    expect(waits).toEqual([])
    await server.stop(true)
  })

  test('never shortens a pause that another program was told, and a late answer of a third one does not end it', async () => {
    let answers = 0
    const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>()
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch() {
        answers++
        if (answers === 1) {
          await isRefused
          return Response.json([])
        }
        return Response.json({}, { status: 429, headers: { 'retry-after': '1800' } })
      },
    })
    const baseUrls = baseUrlsAt(() => server.url.href)
    const late = fixture.program({ baseUrls }).call('odre_national')
    await until('the first answer', () => answers === 1)
    await expect(fixture.program({ baseUrls }).call('odre_national')).rejects.toThrow('paused for 1800 s')
    refuse()
    await late
    expect(await fixture.pauseSeconds('odre')).toBeWithin(1_790, 1_801)
    await server.stop(true)
  })
})
