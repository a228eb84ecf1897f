import { expect, test } from 'bun:test'
import { strToU8, zipSync } from 'fflate'
import { describeArchiveForm, describeJsonForm } from './form.ts'

test('a form names each place with its types, and its texts where they are few', () => {
  const form = describeJsonForm({
    unit: 'MW',
    rows: [
      { at: 1, wind: '12' },
      { at: null, wind: null },
    ],
    names: [],
  })
  expect(form).toEqual([
    'names: array',
    'root: object',
    'rows: array',
    'rows[].at: null | number',
    'rows[].wind: null | string ("12")',
    'rows[]: object',
    'unit: string ("MW")',
  ])
})

test('keys that are dates are one place, and many or long texts are not listed', () => {
  const days = { '2026-01-13': 'RED', '2026-01-14': 'BLUE', '2026-01-14-fallback': 'true' }
  expect(describeJsonForm(days)).toEqual([
    '<date>-fallback: string ("true")',
    '<date>: string ("BLUE", "RED")',
    'root: object',
  ])
  expect(describeJsonForm(Array.from({ length: 40 }, (_, at) => `text ${at}`))).toContain('[]: string')
  expect(describeJsonForm('x'.repeat(41))).toEqual(['root: string'])
})

test('values that only the middle of a long list has are seen', () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => ({ wind: at > 400 && at < 2_600 ? '1' : null }))
  expect(describeJsonForm(rows)).toContain('[].wind: null | string ("1")')
})

test('the form of an archive lists its files with their header lines; another body has no form', () => {
  expect(describeArchiveForm(zipSync({ 'a.xls': strToU8('Date\tHeures\r\n1\t2') }))).toEqual(['a.xls: Date\tHeures'])
  expect(describeArchiveForm(strToU8('no archive'))).toEqual([])
})
