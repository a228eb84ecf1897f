import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { regulatedTariffs } from '../methodology/tariffs/regulated-tariffs.ts'
import { readTariffTable } from './validated-file.ts'

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

test('without a tariff file the built-in prices apply', () => {
  expect(readTariffTable(undefined).tariffs).toEqual([...regulatedTariffs])
  expect(readTariffTable('').tariffs).toEqual([...regulatedTariffs])
})

test('a tariff file replaces the built-in prices', () => {
  const tariffs = regulatedTariffs.slice(0, 3)
  expect(readTariffTable(fileOf({ tariffs })).tariffs).toEqual(tariffs)
})

test('an invalid tariff file is refused with the path of the mistake', () => {
  const [row] = regulatedTariffs
  expect(() => readTariffTable(fileOf({ tariffs: [{ ...row, eurPerKwh: { all: '0.2' } }] }))).toThrow(
    /TARIFFS_FILE .* is not a tariff table: tariffs\.0\.eurPerKwh\.all/,
  )
  expect(() => readTariffTable(fileOf({ tariffs: [{ ...row, validFrom: '1 February' }] }))).toThrow(/validFrom/)
  expect(() => readTariffTable(fileOf({ tariffs: [{ ...row, eurPerKwh: { all: 206.2 } }] }))).toThrow(/all/)
})

test('a missing tariff file is refused', () => {
  expect(() => readTariffTable(join(folder, 'absent.json'))).toThrow(/TARIFFS_FILE .* cannot be read \(ENOENT\)/)
})
