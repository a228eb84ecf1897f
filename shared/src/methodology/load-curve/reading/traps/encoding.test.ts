import { describe, expect, test } from 'bun:test'
import { makeUpCurve, writeCustomerFile, writeProfessionalFile } from '../../testing/curve-files-fixture.ts'
import { listSteps, readText } from '../../testing/read-fixture.ts'
import { readLoadCurve } from '../read-load-curve.ts'

const curve = makeUpCurve(Date.parse('2026-01-05T00:00:00+01:00'), 1)
/** Its headings have accents: a wrong encoding makes them unknown. */
const text = writeProfessionalFile(curve)
const expected = listSteps(readText(text))

function encodeUtf16(content: string, isBigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(content.length * 2))
  for (let index = 0; index < content.length; index += 1) {
    view.setUint16(index * 2, content.charCodeAt(index), !isBigEndian)
  }
  return new Uint8Array(view.buffer)
}

const encodings: Record<string, Uint8Array> = {
  'UTF-8 with a byte-order mark': new TextEncoder().encode(`\ufeff${text}`),
  'UTF-16, little-endian, with a byte-order mark': encodeUtf16(`\ufeff${text}`, false),
  'UTF-16, big-endian, with a byte-order mark': encodeUtf16(`\ufeff${text}`, true),
  'UTF-16, little-endian, without a byte-order mark': encodeUtf16(text, false),
  'UTF-16, big-endian, without a byte-order mark': encodeUtf16(text, true),
  'Latin-1': Uint8Array.from(text, (character) => character.charCodeAt(0)),
  'UTF-8 that was read as Latin-1 and saved again': new TextEncoder().encode(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''),
  ),
}

describe('a file is read the same', () => {
  for (const [name, bytes] of Object.entries(encodings)) {
    test(`in ${name}`, () => {
      expect(expected.length).toBe(48)
      expect(listSteps(readLoadCurve(bytes))).toEqual(expected)
    })
  }

  const lines = text.split('\n')
  const variants: Record<string, string> = {
    'with lines that end in CR LF': lines.join('\r\n'),
    'with lines that end in CR': lines.join('\r'),
    'with blank lines between': lines.join('\n\n'),
    'with a semicolon at the end of each line': lines.map((line) => `${line};`).join('\n'),
    'with quoted cells': lines
      .map((line) =>
        line
          .split(';')
          .map((cell) => `"${cell}"`)
          .join(';'),
      )
      .join('\n'),
    'with tabs between its cells': text.replaceAll(';', '\t'),
    'with commas between its cells': text.replaceAll(';', ','),
    'with headings in capitals and without accents': text.replace(
      lines[0] ?? '',
      (lines[0] ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
    ),
    'with headings whose accents were lost': text.replace(/[éÉ]/g, '\ufffd'),
  }
  for (const [name, variant] of Object.entries(variants)) {
    test(name, () => {
      expect(variant).not.toBe(text)
      expect(listSteps(readText(variant))).toEqual(expected)
    })
  }

  const table = 'Période;Consommation (kWh)\n2026-01-05 00:00;1\n2026-01-05 01:00;2\n'

  test('if its headings are words that no list of spellings has, in Latin-1', () => {
    const bytes = Uint8Array.from(table, (character) => character.charCodeAt(0))
    expect([...readLoadCurve(bytes).energyKwh]).toEqual([1, 2])
  })

  test('if it was cut off within its last character', () => {
    const bytes = new TextEncoder().encode(`${table}é`)
    expect([...readLoadCurve(bytes.subarray(0, -1)).energyKwh]).toEqual([1, 2])
  })
})

test('a file of the customer account without its first two lines is read in W, and says so', () => {
  const [, , ...table] = writeCustomerFile(curve).split('\r\n')
  const read = readText(table.join('\n'))
  expect(listSteps(read)).toEqual(expected)
  expect(read.remarks).toContainEqual({ code: 'unit-assumed', values: { unit: 'W' } })
})
