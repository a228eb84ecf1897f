import { describe, expect, test } from 'bun:test'
import { defaultContract } from '../../../kit/contract-choice.ts'
import { applianceIds } from './appliances.ts'
import { makeDefaultChoice, type PlanChoice, writeChoice } from './choice.ts'
import { readChoice } from './read-choice.ts'

const own = { ...defaultContract, tariff: 'hphc', offPeak: '01:30-07:30,12:30-14:30' } as const
const read = (query: string, inForce: Parameters<typeof readChoice>[1] = null) =>
  readChoice(new URLSearchParams(query), inForce, ['my-supplier'])

const contracts = [
  defaultContract,
  own,
  { ...own, offPeak: '22:00-06:00', offPeakBySeason: { summer: '02:00-07:00,13:00-16:00', winter: '23:00-07:00' } },
  { ...defaultContract, tariff: 'tempo' },
  { ...defaultContract, tariff: 'spot', adderEurPerKwh: 0.078, vatPercent: 20 },
  { ...defaultContract, tariff: 'spot', adder: 'my-supplier', vatPercent: 20 },
] as const

describe('a choice in an address', () => {
  test('is read back as it was written', () => {
    for (const contract of contracts) {
      for (const appliance of applianceIds) {
        const choice: PlanChoice = {
          ...makeDefaultChoice(appliance, contract),
          ...{ energyKWh: 7.5, readyBy: '2026-11-29T07:00', objective: 'score' },
          quiet: [
            { fromMinute: 1_320, toMinute: 420 },
            { fromMinute: 750, toMinute: 840 },
          ],
        }
        expect(read(String(writeChoice(choice)))).toEqual({ choice, refused: {} })
      }
    }
  })

  test('names no contract: then the remembered one counts', () => {
    expect(read('appliance=car', own).choice).toEqual(makeDefaultChoice('car', own))
    expect(read('tariff=tempo', own).choice.contract).toEqual({ ...own, tariff: 'tempo' })
  })

  test('keeps each text that cannot be read, and counts with the last valid value', () => {
    const wrong = [
      ...(['energyKWh=0', 'energyKWh=101', 'energyKWh=1e400', 'powerKW=-1', 'powerKW=x', 'readyBy=24:00'] as const),
      ...(['readyBy=7', 'tariff=free', 'objective=luck', 'appliance=toaster'] as const),
    ]
    for (const part of wrong) {
      const [name = '', text = ''] = part.split('=')
      expect([part, read(part)]).toEqual([part, { choice: makeDefaultChoice(), refused: { [name]: text } }])
    }
    expect(read('energyKWh=7,5').choice.energyKWh).toBe(7.5)
    expect(read(`offPeak=${'9'.repeat(500)}`, own).refused.offPeak).toHaveLength(80)
    expect(read('readyBy=7%00%E2%80%AEh').refused.readyBy).toBe('7\ufffd\ufffdh')
  })
})

test('the addition to the market price is entered in ct/kWh, and written in EUR/kWh as the API has it', () => {
  const { choice } = read('tariff=spot&adderCtPerKwh=7,8&vatPercent=20')
  expect(choice.contract).toMatchObject({ adderEurPerKwh: 0.078, vatPercent: 20 })
  expect(writeChoice(choice).get('adderEurPerKwh')).toBe('0.078')
  expect(read('tariff=spot&adderCtPerKwh=101').refused).toEqual({ adderCtPerKwh: '101' })
})

test('a form without a script may change the appliance: the usual load of the one that it showed gives way, another one stays', () => {
  const form = 'applianceShown=washing-machine&appliance=dishwasher&powerKW=0.6'
  expect(read(`${form}&energyKWh=1.2`).choice).toEqual(makeDefaultChoice('dishwasher'))
  expect(read(`${form}&energyKWh=3`).choice).toMatchObject({ energyKWh: 3, powerKW: 0.5 })
})

describe('off-peak hours', () => {
  test('are read as they are printed', () => {
    const printed = 'HC (1H30-7H30;12H30-14H30)'
    expect(read(`tariff=hphc&offPeak=${encodeURIComponent(printed)}`).choice.contract.offPeak).toBe(own.offPeak)
  })

  test('that cannot be read leave the last valid ones in force, of the year and of the seasons', () => {
    for (const text of ['22-6', '22h30', '25:00-06:00', '22:00-22:00', '1h-2h,3h-4h,5h-6h,7h-8h']) {
      const { choice, refused } = read(`tariff=hphc&offPeak=${text}`, own)
      expect([choice.contract, refused]).toEqual([own, { offPeak: text }])
    }
    const seasonal = contracts[2]
    const half = 'tariff=hphc&offPeak=&offPeakSummer=2-7&offPeakWinter=23h-7h'
    expect(read(half, seasonal)).toMatchObject({ choice: { contract: seasonal }, refused: { offPeakSummer: '2-7' } })
    const alone = read('tariff=hphc&offPeak=&offPeakSummer=2h-7h&offPeakWinter=', own)
    expect(alone).toMatchObject({ choice: { contract: own }, refused: { offPeakWinter: '' } })
  })

  test('that a form without a script showed stay in force, where the field cannot be read', () => {
    const { choice } = read('tariff=hphc&offPeakShown=01:30-07:30&offPeak=22-6')
    expect(choice.contract.offPeak).toBe('01:30-07:30')
  })

  test('of the year replace those of the seasons when these are emptied', () => {
    const { choice } = read('tariff=hphc&offPeak=22h-6h&offPeakSummer=&offPeakWinter=', contracts[2])
    expect(choice.contract).toEqual({ ...own, offPeak: '22:00-06:00' })
  })

  test('of a contract without any do not matter', () => {
    expect(read('tariff=tempo&offPeak=22-6')).toEqual({
      choice: makeDefaultChoice('washing-machine', { ...defaultContract, tariff: 'tempo' }),
      refused: {},
    })
  })
})

describe('quiet hours', () => {
  const night = [{ fromMinute: 1_320, toMinute: 420 }]
  test('count where their box is ticked, and are those of their field', () => {
    expect(read('quietHours=22:00-07:00').choice.quiet).toEqual([])
    expect(read('quiet=22:00-07:00').choice.quiet).toEqual(night)
    expect(read('quiet=23:00-06:00&quietHours=22h-7h').choice.quiet).toEqual(night)
    expect(read('quiet=22:00-07:00&quietHours=22-7')).toMatchObject({
      choice: { quiet: night },
      refused: { quietHours: '22-7' },
    })
    expect(read('quiet=22-7')).toMatchObject({ choice: { quiet: [] }, refused: { quiet: '22-7' } })
  })
})
