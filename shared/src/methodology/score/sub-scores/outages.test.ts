import { expect, test } from 'bun:test'
import { toMs } from '../testing/sample-inputs.ts'
import { listOutages, type OutageMessage } from './available-capacity.ts'

const period = { start: '2026-02-03T00:00:00Z', end: '2026-02-04T00:00:00Z', unavailableMw: 900 }
const message: OutageMessage = {
  fuelType: 'NUCLEAR',
  unitEicCode: '17W100',
  unitName: 'UNIT 1',
  installedCapacityMw: 1_300,
  eventStatus: 'ACTIVE',
  periods: [period],
}

test('an outage message gives one outage per period', () => {
  const outage = {
    unitCode: '17W100',
    productionType: 'NUCLEAR',
    startMs: toMs(period.start),
    endMs: toMs(period.end),
    unavailableMw: 900,
    installedMw: 1_300,
  }
  expect(listOutages('m', message)).toEqual([outage])
  const second = { start: period.end, end: '2026-02-05T00:00:00Z', unavailableMw: 100 }
  expect(listOutages('m', { ...message, periods: [period, second] }).map(({ unavailableMw }) => unavailableMw)).toEqual(
    [900, 100],
  )
})

test('a withdrawn or expired message gives no outage; a message without a status counts', () => {
  expect(listOutages('m', { ...message, eventStatus: 'DISMISSED' })).toEqual([])
  expect(listOutages('m', { ...message, eventStatus: 'INACTIVE' })).toEqual([])
  expect(listOutages('m', { ...message, eventStatus: null })).toHaveLength(1)
})

test('a period of unknown capacity is ignored: it means neither 0 nor everything', () => {
  expect(listOutages('m', { ...message, periods: [{ ...period, unavailableMw: null }] })).toEqual([])
})

test('a unit is identified by its code, else its name, else its message', () => {
  const unitOf = (rest: Partial<OutageMessage>) => listOutages('m', { ...message, ...rest })[0]?.unitCode
  expect(unitOf({})).toBe('17W100')
  expect(unitOf({ unitEicCode: null })).toBe('UNIT 1')
  expect(unitOf({ unitEicCode: null, unitName: null })).toBe('m')
})
