import { expect, test } from 'bun:test'
import { shippedContracts } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { toComparedContracts } from './compared-contracts.ts'

const table = { contracts: [...shippedContracts], adders: [] }
const loadKwh = Array.from({ length: 24 }, () => 1)
const atNight = [{ fromMinute: 22 * 60 + 38, toMinute: 6 * 60 + 38 }]

test('a contract with off-peak hours of its own keeps them in a comparison, unless it is the current contract', () => {
  const offPeakOf = (current: string) =>
    Object.fromEntries(
      toComparedContracts({ loadKwh, current, offPeak: '22h38-6h38' }, table).map(({ key, tariff }) => [
        key,
        tariff.kind === 'contract' && tariff.customer.offPeak,
      ]),
    )
  const own = { summer: atNight, winter: atNight }
  expect(offPeakOf('hphc')).toMatchObject({ hphc: own, tempo: null })
  expect(offPeakOf('tempo')).toMatchObject({ hphc: own, tempo: own })
})
