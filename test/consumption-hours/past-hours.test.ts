import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CarbonConsumptionResponse } from '@hexawatt/shared/contract/carbon/carbon-consumption'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import * as v from 'valibot'
import { type History, openHistory } from '../explain/testing/explain-fixture.ts'
import { listHoursBetween, type MadeImports, startMadeImports } from './testing/made-imports-fixture.ts'
import { calculate } from './testing/plain-imports.ts'

const hours = listHoursBetween('2025-10-08T00:00', '2025-10-23T08:00')
/** The hours whose flows are published. */
const withFlows = hours.slice(0, -2)

let made: MadeImports
let history: History
beforeAll(async () => {
  made = await startMadeImports('2025-10-23T09:30:00')
  await made.publishMixes(listHoursBetween('2025-10-01T00:00', '2025-10-23T08:00'))
  await made.publishFrance(listHoursBetween('2025-10-01T00:00', '2025-10-23T08:00'))
  await made.publishFlows(listHoursBetween('2025-10-01T00:00', '2025-10-08T00:00'))
  await made.publishFlows(withFlows)
  await made.computeAll()
  history = await openHistory(made.databaseUrl, made.deps.clock)
})
afterAll(async () => {
  await history.close()
  await made.stop()
})

async function served(at: string, plan: PlanId = 'scale') {
  const response = await history.get(`/v1/carbon/consumption?at=${at}`, plan)
  expect([at, response.status]).toEqual([at, 200])
  return { headers: response.headers, body: v.parse(CarbonConsumptionResponse, await response.json()) }
}

async function refused(at: string, plan: PlanId = 'scale') {
  const response = await history.get(`/v1/carbon/consumption?at=${at}`, plan)
  return { status: response.status, problem: v.parse(ProblemDetails, await response.json()) }
}

const round2 = (value: number): number => Math.round(value * 100) / 100

describe('a past hour', () => {
  test('is the hour that contains the instant, with the values of an independent calculation', async () => {
    const { body } = await served('2025-10-20T12:34:56.7Z')
    const expected = calculate(Date.parse('2025-10-20T12:00:00Z'))
    expect([body.slotStart, body.slotEnd, body.issuedAt]).toEqual([
      '2025-10-20T12:00:00Z',
      '2025-10-20T13:00:00Z',
      '2025-10-23T09:30:00Z',
    ])
    expect([body.gCo2PerKwh, body.directGCo2PerKwh]).toEqual([round2(expected.lifeCycle), round2(expected.direct)])
    expect(body.domesticShare).toBe(Math.round(expected.share * 1e4) / 1e4)
    expect(body.imports.map(({ country, basis }) => `${country} ${basis}`)).toEqual(
      ['BE', 'CH', 'DE', 'ES', 'GB', 'IT'].map((country) => `${country} hour`),
    )
    // 14:34 in Paris.
    expect((await served('14:34')).body.slotStart).toBe('2025-10-22T12:00:00Z')
  })

  test('has every neighbour and no intensity while a border is unknown, and is degraded', async () => {
    const { body, headers } = await served('2025-10-23T06:30:00Z')
    expect([body.gCo2PerKwh, body.directGCo2PerKwh, body.domesticShare, body.exportsMW]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(body.imports.every(({ netImportMW, gCo2PerKwh }) => netImportMW === null && gCo2PerKwh !== null)).toBe(true)
    expect(headers.get('x-service-confidence')).toBe('degraded')
    expect((await served('2025-10-20T12:00:00Z')).headers.get('x-service-confidence')).toBeNull()
  })

  test('is served in its newest version, whose instant and tag are new', async () => {
    const before = await served('2025-10-23T06:30:00Z')
    made.moveTo('2025-10-23T10:00:00')
    await made.publishFlows(hours.slice(-2))
    await made.computeAll()
    const after = await served('2025-10-23T06:30:00Z')
    expect(after.body.gCo2PerKwh).toBe(round2(calculate(Date.parse('2025-10-23T06:00:00Z')).lifeCycle))
    expect(after.body.issuedAt).toBe('2025-10-23T10:00:00Z')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('is final 14 days after the end of its month in Paris when the operator’s API gave its mix, and at once when its consolidated mix is stored and the hour is 14 days old', async () => {
    const isFinal = async (now: string) => {
      made.moveTo(now)
      return (await served('2025-10-20T12:00:00Z')).body.final
    }
    expect([await isFinal('2025-11-14T22:59:59'), await isFinal('2025-11-14T23:00:00')]).toEqual([false, true])
    await made.sql`update feed_values set nature = 'consolidated' where slot_start = '2025-10-20T12:00:00Z'`
    made.moveTo('2025-10-24T00:00:00')
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from) values ('2025-10-20T12:00:00Z', '2025-10-20T12:00:00Z', 'epoch')`
    await made.computeAll()
    expect([await isFinal('2025-11-03T12:59:59'), await isFinal('2025-11-03T13:00:00')]).toEqual([false, true])
    expect((await served('2025-10-20T12:00:00Z')).headers.get('cache-control')).toBe('private, max-age=3600')
  })

  test('that has become final is sent again to a client that compares instants alone', async () => {
    made.moveTo('2025-11-03T12:59:59')
    const since = (await served('2025-10-20T12:00:00Z')).headers.get('last-modified') ?? ''
    const statusAt = async (now: string) => {
      made.moveTo(now)
      const path = '/v1/carbon/consumption?at=2025-10-20T12:00:00Z'
      return (await history.get(path, 'scale', { 'if-modified-since': since })).status
    }
    expect([await statusAt('2025-11-03T12:59:59'), await statusAt('2025-11-03T13:00:01')]).toEqual([304, 200])
  })
})

describe('an hour is refused', () => {
  test('with 400 in the future, and with 503 when no version of it is stored', async () => {
    made.moveTo('2025-10-23T10:00:00')
    const future = await refused('2025-10-23T10:00:01Z')
    expect([future.status, future.problem.code]).toEqual([400, 'invalid_range'])
    const newest = await refused('2025-10-23T09:59:59Z')
    expect([newest.status, newest.problem.code]).toEqual([503, 'insufficient_data'])
    expect(newest.problem.detail).toContain('No version of the hour from 2025-10-23T09:00:00Z is stored')
  })

  test('below the depth of the plan only when a deeper plan would deliver it', async () => {
    // Découverte reaches back seven days, to 2025-10-16T00:00Z.
    expect((await served('2025-10-16T00:00:00Z', 'decouverte')).body.slotStart).toBe('2025-10-16T00:00:00Z')
    const tooDeep = await refused('2025-10-15T23:59:59Z', 'decouverte')
    expect([tooDeep.status, tooDeep.problem.code]).toEqual([403, 'history_depth_exceeded'])
    expect(tooDeep.problem.detail).toStartWith('at (2025-10-15T23:00:00Z)')
    expect((await refused('2024-01-01T00:00:00Z', 'decouverte')).status).toBe(503)
    expect((await refused('2010-01-01T00:00:00Z')).problem.detail).toContain('within the depth of any plan')
  })
})
