import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedContracts, shippedTable } from '../methodology/tariffs/shipped-contracts.ts'
import { readContractTable } from './validated-file.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tariffs-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (content: unknown): string => {
  const path = join(folder, 'tariffs.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}
const contracts = shippedContracts.filter(({ id }) => id === 'hphc')
const [first] = contracts
if (first === undefined) throw new Error('the shipped table is empty')
/** Reads the table with one changed version. */
const readChanged = (changes: object) =>
  readContractTable(fileOf({ contracts: [{ ...first, ...changes }], adders: [] }))

test('without a tariff file the built-in contracts apply', () => {
  expect(readContractTable(undefined)).toEqual(shippedTable)
  expect(readContractTable('')).toEqual(shippedTable)
})

test('a tariff file replaces the built-in contracts, also one that is a saved answer of GET /api/tariffs', () => {
  expect(readContractTable(fileOf({ contracts, adders: [] })).contracts).toEqual(contracts)
  expect(readContractTable(fileOf({ currency: 'EUR', contracts, adders: [] })).contracts).toEqual(contracts)
  expect(() => readContractTable(fileOf({ currency: 'CHF', contracts, adders: [] }))).toThrow(/currency/)
})

test('an invalid tariff file is refused with the path of the mistake', () => {
  const prices = (eurPerKwh: object) => ({ prices: [{ minKva: null, maxKva: null, eurPerKwh }] })
  expect(() => readChanged(prices({ offPeak: '0.1', peak: 0.2 }))).toThrow(
    /TARIFFS_FILE .* is not a contract table: contracts\.0\.prices\.0\.eurPerKwh\.offPeak/,
  )
  expect(() => readChanged(prices({ offPeak: 161.5, peak: 0.2 }))).toThrow(/offPeak/)
  expect(() => readChanged(prices({ offPeak: 0.1 }))).toThrow(/a price of every period/)
  expect(() => readChanged({ from: '1 February' })).toThrow(/from/)
  expect(() => readChanged({ to: first.from })).toThrow(/ends after it begins/)
  expect(() => readChanged({ offPeak: '22h-6h' })).toThrow(/22:00-06:00/)
  expect(() => readChanged({ id: 'spot' })).toThrow(/the market price/)
  expect(() => readChanged({ periods: first.periods.slice(0, 1), ...prices({ offPeak: 0.1 }) })).toThrow(
    /a last period without season, days and hours/,
  )
  expect(() => readContractTable(fileOf({ contracts: [first, first], adders: [] }))).toThrow(/do not overlap/)
})

test('a tariff file in the form of earlier versions is refused with the way to write it anew', () => {
  const row = { option: 'base', eurPerKwh: { all: 0.2 }, validFrom: '2026-01-01', minKva: null, maxKva: null }
  const old = { tariffs: [{ ...row, source: 'own', certainty: 'confirmed', note: null }] }
  expect(() => readContractTable(fileOf(old))).toThrow(/has the form of earlier versions.*GET \/api\/tariffs/)
})

test('a missing tariff file is refused', () => {
  expect(() => readContractTable(join(folder, 'absent.json'))).toThrow(/TARIFFS_FILE .* cannot be read \(ENOENT\)/)
})
