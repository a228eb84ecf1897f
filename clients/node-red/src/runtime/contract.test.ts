import { describe, expect, test } from 'bun:test'
import { readPlanContract, readServerContract } from './contract.ts'
import { planQuery } from './plan-query.ts'
import type { Config, Message, Runtime } from './runtime.ts'

const red: Runtime = {
  nodes: { createNode: () => undefined, registerType: () => undefined, getNode: () => null },
  _: (key, values) => `${key} ${JSON.stringify(values ?? {})}`,
}
/** Without the values that are not sent. */
const sent = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
const plan = (config: Config, message: Message = {}, server: Config = {}) =>
  sent(readPlanContract(red, config, message, readServerContract(red, server)))

const server = { tariff: 'hphc', subscribedKva: '9', offPeak: '22h30-6h30', adder: '', vatPercent: '' }
const kept = { tariff: 'hphc', subscribedKva: 9, offPeak: '22h30-6h30' }

describe('the contract of a plan', () => {
  test('is that of the server where the node names no tariff', () => {
    expect(plan({ tariff: '' }, {}, server)).toEqual(kept)
    expect(plan({}, {}, {})).toEqual({})
    expect(plan({ tariff: '', offPeak: '1h-9h', subscribedKva: '6' }, {}, server)).toEqual(kept)
  })

  test('is that of the node where it names one, without the fields that the editor hides with it', () => {
    expect(plan({ tariff: 'spot', offPeak: '22h-6h', subscribedKva: '6' }, {}, server)).toEqual({ tariff: 'spot' })
    expect(plan({ tariff: 'tempo', offPeak: '22h-6h', subscribedKva: '6' }, {}, server)).toEqual({
      ...{ tariff: 'tempo', subscribedKva: 6 },
    })
    expect(plan({ tariff: 'hphc', offPeak: '22:00-06:00' }, {}, server)).toEqual({
      tariff: 'hphc',
      offPeak: '22:00-06:00',
    })
  })

  test('takes values of a message: of a part together, and with a tariff as a whole', () => {
    const seasons = { offPeakSummer: '2h-6h,13h-17h', offPeakWinter: '22h-6h' }
    expect(plan({}, seasons, server)).toEqual({ tariff: 'hphc', subscribedKva: 9, ...seasons })
    expect(plan({}, { tariff: 'zen-week-end' }, server)).toEqual({ tariff: 'zen-week-end' })
    expect(plan({ tariff: 'hphc', offPeak: '22h-6h' }, { subscribedKva: 12 }, {})).toEqual({
      ...{ tariff: 'hphc', offPeak: '22h-6h', subscribedKva: 12 },
    })
  })

  test('reads an adder as an amount or as the id of a profile', () => {
    const spot = { tariff: 'spot', vatPercent: '20' }
    expect(plan({}, {}, { ...spot, adder: '0,09' })).toEqual({ tariff: 'spot', vatPercent: 20, adderEurPerKwh: 0.09 })
    expect(plan({}, {}, { ...spot, adder: 'turpe-cu4' })).toEqual({
      tariff: 'spot',
      vatPercent: 20,
      adder: 'turpe-cu4',
    })
    expect(plan({}, { adderEurPerKwh: 0.1 }, { ...spot, adder: 'turpe-cu4' })).toEqual({
      ...{ tariff: 'spot', vatPercent: 20, adderEurPerKwh: 0.1 },
    })
    expect(() => plan({}, {}, { ...spot, adder: '9 ct' })).toThrow('runtime.noNumber {"name":"adder","value":"9 ct"}')
  })
})

test('quiet hours of the node are sent, and those of a message in their place', () => {
  const quiet = (message: Message) => planQuery(red, { durationMinutes: '120', quiet: '22h-7h' }, message, {}, 0).quiet
  expect([quiet({}), quiet({ quiet: '23h-6h' })]).toEqual(['22h-7h', '23h-6h'])
})
