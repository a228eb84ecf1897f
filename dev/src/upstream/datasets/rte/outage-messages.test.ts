import { describe, expect, test } from 'bun:test'
import { paths, period, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

type Period = { start_date: string; end_date: string; available_capacity: number; unavailable_capacity: number }
type Message = Record<string, string> & {
  version: number
  affected_asset_or_unit_installed_capacity: number
  values: Period[]
}

const upstream = await upstreamAt('2026-07-10T12:10:00Z')

const week = period('2026-07-09T00:00:00+02:00', '2026-07-16T00:00:00+02:00')
const year = period('2025-07-10T00:00:00+02:00', '2026-07-11T00:00:00+02:00')
const newest = { last_version: 'true' }

async function messages(query: Record<string, string>): Promise<Message[]> {
  return Object.values((await (await upstream.get(paths.outages, query)).json()) as Record<string, Message[]>)[0] ?? []
}

/** Every part of an answer, following its continuations; statuses and messages. */
async function allParts(query: Record<string, string>) {
  const statuses: number[] = []
  const parts: Message[] = []
  for (let continuation: string | null = ''; continuation !== null; ) {
    const headers: Record<string, string> = continuation === '' ? {} : { continuation_token: continuation }
    const response = await upstream.get(paths.outages, query, headers)
    statuses.push(response.status)
    parts.push(...(Object.values((await response.json()) as Record<string, Message[]>)[0] ?? []))
    continuation = response.headers.get('continuation_token')
  }
  return { statuses, parts }
}

const ms = (text: string | undefined): number => Temporal.Instant.from(text ?? '').epochMilliseconds

describe('a message', () => {
  test('has the fields of version 7', async () => {
    const [message] = await messages({ ...week, ...newest, fuel_type: 'NUCLEAR' })
    expect(message).toMatchObject({
      identifier: expect.stringMatching(/^RTE-DEMO-\d{3}-[PF]\d+$/),
      message_id: `${message?.['identifier']}_${message?.version}`,
      version: expect.any(Number),
      unavailability_type: expect.stringMatching(/^(PLANNED_MAINTENANCE|FORCED_UNAVAILABILITY)$/),
      fuel_type: 'NUCLEAR',
      market_participant: 'EDF',
      affected_asset_or_unit_eic_code: expect.stringMatching(/^.{16}$/),
      affected_asset_or_unit_name: expect.any(String),
      affected_asset_or_unit_type: 'GENERATING_UNIT',
      reason: expect.any(String),
      remarks: '',
      event_status: expect.any(String),
    })
    for (const member of ['creation_date', 'publication_date', 'start_date', 'end_date']) {
      expect(message?.[member]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    }
    expect(message?.['market_participant_eic_code']).toHaveLength(16)
  })

  test('its periods run without a gap from start to end, and both capacities make the installed one', async () => {
    const all = await messages({ ...week, ...newest })
    for (const message of all) {
      expect(message.values[0]?.start_date).toBe(message['start_date'] ?? '')
      expect(message.values.at(-1)?.end_date).toBe(message['end_date'] ?? '')
      message.values.slice(1).forEach((one, index) => {
        expect(one.start_date).toBe(message.values[index]?.end_date ?? '')
      })
      for (const { available_capacity, unavailable_capacity } of message.values) {
        expect(unavailable_capacity).toBeGreaterThan(0)
        expect(available_capacity + unavailable_capacity).toBe(message.affected_asset_or_unit_installed_capacity)
      }
    }
    expect(all.some(({ values }) => values.length === 2)).toBe(true)
    expect(all.some(({ values }) => (values[0]?.available_capacity ?? 0) > 0)).toBe(true)
  })
})

describe('the parameters of a call', () => {
  test('the answer holds the outages that overlap the period and were published by now', async () => {
    const all = await messages(week)
    expect(all.length).toBeGreaterThan(10)
    for (const message of all) {
      expect(ms(message['start_date'])).toBeLessThan(ms(week['end_date']))
      expect(ms(message['end_date'])).toBeGreaterThan(ms(week['start_date']))
      expect(ms(message['publication_date'])).toBeLessThanOrEqual(ms('2026-07-10T12:10:00Z'))
      expect(ms(message['creation_date'])).toBeLessThanOrEqual(ms(message['publication_date']))
    }
  })

  test('without a filter every version is listed and only the last one is valid; with last_version only that one is listed', async () => {
    const all = (await allParts(year)).parts
    const byIdentifier = Object.groupBy(all, (message) => message['identifier'] ?? '')
    const groups = Object.values(byIdentifier).filter((group = []) => group[0]?.version === 1)
    expect(groups.some((group = []) => group.length >= 2)).toBe(true)
    for (const group of groups) {
      expect(group?.slice(0, -1).every((message) => message['event_status'] === 'INACTIVE')).toBe(true)
    }
    const last = (await allParts({ ...year, ...newest })).parts
    expect(last.length).toBeLessThan(all.length)
    expect(new Set(last.map((message) => message['identifier'])).size).toBe(last.length)
    expect(last.some((message) => message['event_status'] === 'INACTIVE')).toBe(false)
  })

  test('a call can ask for lists of statuses and fuels', async () => {
    const dismissed = await messages({ ...year, ...newest, event_status: 'DISMISSED' })
    expect(dismissed.length).toBeGreaterThan(0)
    expect(dismissed.every((message) => message['event_status'] === 'DISMISSED')).toBe(true)
    const hydro = await messages({ ...year, ...newest, fuel_type: 'HYDRO_WATER_RESERVOIR,HYDRO_PUMPED_STORAGE' })
    expect(new Set(hydro.map((message) => message['fuel_type']))).toEqual(
      new Set(['HYDRO_WATER_RESERVOIR', 'HYDRO_PUMPED_STORAGE']),
    )
  })

  test('a call can select by the date of publication', async () => {
    const published = await messages({ ...week, date_type: 'UPDATED_DATE' })
    expect(published.length).toBeGreaterThan(0)
    for (const message of published) {
      expect(ms(message['publication_date'])).toBeGreaterThanOrEqual(ms(week['start_date']))
    }
    expect(published.some((message) => ms(message['start_date']) > ms(week['end_date']))).toBe(true)
  })

  test('an outage that takes longer has a later version with a later end', async () => {
    const all = (await allParts(year)).parts
    const slipped = all.filter(({ version }) => version === 3)
    expect(slipped.length).toBeGreaterThan(0)
    for (const message of slipped) {
      const before = all.find((one) => one['identifier'] === message['identifier'] && one.version === 2)
      if (before !== undefined) expect(ms(message['end_date'])).toBeGreaterThan(ms(before['end_date']))
    }
  })
})

describe('more than 1000 messages', () => {
  test('more than 1000 messages come in parts of 1000, each message once', async () => {
    const { statuses, parts } = await allParts(year)
    expect(statuses).toEqual([206, 200])
    expect(parts.length).toBeGreaterThan(1_000)
    expect(new Set(parts.map((message) => message['message_id'])).size).toBe(parts.length)
  })

  test('partial_206: smaller parts hold each message once', async () => {
    const whole = await messages({ ...week, ...newest })
    upstream.faults.set([{ kind: 'partial_206', subject: 'generation_unavailabilities', blocksPerPart: 7, times: 1 }])
    const { statuses, parts } = await allParts({ ...week, ...newest })
    expect(statuses).toEqual([...Array(Math.ceil(whole.length / 7) - 1).fill(206), 200])
    expect(parts).toEqual(whole)
  })

  test('a continuation token works once', async () => {
    const { headers } = await upstream.get(paths.outages, year)
    const continuation_token = headers.get('continuation_token') ?? ''
    expect((await upstream.get(paths.outages, year, { continuation_token })).status).toBe(200)
    expect((await upstream.get(paths.outages, year, { continuation_token })).status).toBe(400)
  })
})

describe('faults', () => {
  const subject = 'generation_unavailabilities'
  const query = { ...week, ...newest }

  test('hyphen_fuel_types: only run-of-river is written with hyphens, and it is among the messages', async () => {
    const usual = await messages(query)
    upstream.faults.set([{ kind: 'hyphen_fuel_types', subject }])
    const types = (await messages(query)).map((message) => message['fuel_type'])
    expect(types).toContain('HYDRO_RUN-OF-RIVER_AND_POUNDAGE')
    expect(types.map((type) => type?.replace('RUN-OF-RIVER', 'RUN_OF_RIVER'))).toEqual(
      usual.map((message) => message['fuel_type']),
    )
  })

  test('revised_messages: the next version of each, published now, ending later', async () => {
    const usual = await messages(query)
    upstream.faults.set([{ kind: 'revised_messages', subject, endsLaterHours: 48 }])
    const revised = await messages(query)
    expect(revised).toHaveLength(usual.length)
    revised.forEach((message, index) => {
      expect(message['identifier']).toBe(usual[index]?.['identifier'] ?? '')
      expect(message.version).toBe((usual[index]?.version ?? Number.NaN) + 1)
      expect(message['publication_date']).toBe('2026-07-10T14:10:00+02:00')
      expect(ms(message['end_date']) - ms(usual[index]?.['end_date'])).toBe(48 * 3_600_000)
      expect(message.values.at(-1)?.end_date).toBe(message['end_date'] ?? '')
    })
  })

  test('latin1_reason: bytes that are not UTF-8 in a body that is otherwise the same', async () => {
    const usual = await (await upstream.get(paths.outages, query)).text()
    upstream.faults.set([{ kind: 'latin1_reason', subject }])
    const bytes = await (await upstream.get(paths.outages, query)).bytes()
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
    expect(Buffer.from(bytes).toString('latin1')).toBe(usual)
  })

  test('too_large_413: only above the days given', async () => {
    upstream.faults.set([{ kind: 'too_large_413', subject, longerThanDays: 30 }])
    expect((await upstream.get(paths.outages, year)).status).toBe(413)
    expect((await upstream.get(paths.outages, query)).status).toBe(200)
  })
})
