import { describe, expect, test } from 'bun:test'
import { type ContractChoice, defaultContract, readContractChoice, writeContractChoice } from './contract-choice.ts'

const contracts: ContractChoice[] = [
  defaultContract,
  { ...defaultContract, tariff: 'hphc', offPeak: '22:30-06:30,12:30-14:30' },
  { ...defaultContract, tariff: 'hphc', offPeakBySeason: { summer: '02:00-07:00,13:00-16:00', winter: '23:00-07:00' } },
  { ...defaultContract, tariff: 'spot', adderEurPerKwh: 0.078, vatPercent: 20 },
  { ...defaultContract, tariff: 'spot', adder: 'my-supplier', offPeak: '01:30-07:30' },
]

describe('a remembered contract', () => {
  test('is read back as it was written, also the terms of another tariff', () => {
    for (const contract of contracts) expect(readContractChoice(writeContractChoice(contract))).toEqual(contract)
    const other = { ...contracts[1], tariff: 'tempo' } as ContractChoice
    expect(readContractChoice(writeContractChoice(other))).toEqual(other)
  })

  test('consists of characters that a cookie may have', () => {
    for (const contract of contracts) expect(writeContractChoice(contract)).toMatch(/^[\w=&%.+-]+$/)
  })

  test('is none where no known tariff is named, and keeps the defaults of terms that were changed by hand', () => {
    for (const text of [null, '', 'tariff=', 'tariff=free', 'offPeak=22:00-06:00']) {
      expect(readContractChoice(text)).toBeNull()
    }
    const changed = 'tariff=hphc&offPeak=22-6&offPeakSummer=22:00-06:00&adder=<b>&adderEurPerKwh=2&vatPercent=x'
    expect(readContractChoice(changed)).toEqual({ ...defaultContract, tariff: 'hphc' })
  })
})
