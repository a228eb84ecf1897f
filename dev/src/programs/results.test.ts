import { expect, test } from 'bun:test'
import { type ProgramRow, tellResult } from './results.ts'

const row: ProgramRow = {
  name: 'evcc',
  version: '0.300.0',
  ran: 'its tariff package',
  group: 'evcc 0.300.0',
  missing: null,
}
const groupOf = (tests: number, failed: number, skipped: number) => ({ name: row.group, tests, failed, skipped })

test('a program passes only when at least one of its tests ended and none failed, counted over all its files', () => {
  expect(tellResult(row, [groupOf(1, 0, 0)])).toBe('passed: 1 test')
  expect(tellResult(row, [groupOf(2, 0, 0), groupOf(3, 0, 1)])).toBe('passed: 4 tests, 1 skipped')
  expect(tellResult(row, [groupOf(2, 0, 0), groupOf(3, 1, 1)])).toBe('FAILED: 1 of 5 tests')
  expect(tellResult(row, [{ ...groupOf(1, 0, 0), name: 'another' }])).toBe('FAILED: no test of it ended')
})

test('a figure that a test measured stands next to a result that passed', () => {
  const measured = { ...row, figure: 'coverage 97.1 %' }
  expect(tellResult(measured, [groupOf(1, 0, 0)])).toBe('passed: 1 test; coverage 97.1 %')
  expect(tellResult(measured, [groupOf(1, 1, 0)])).toBe('FAILED: 1 of 1 tests')
})

test('a program that the machine cannot have is skipped with its reason, and fails with it where every program is required', () => {
  const missing = { ...row, missing: 'no Go' }
  expect(tellResult(missing, [groupOf(1, 0, 1)])).toBe('skipped: no Go')
  expect(tellResult(missing, [groupOf(1, 1, 0)])).toBe('FAILED: no Go')
})
