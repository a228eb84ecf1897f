import { describe, expect, test } from 'bun:test'
import type { RegulatedPrice } from '../definition/content.ts'
import { priceFiles } from './price-files.ts'
import { readPriceFile } from './read-price-file.ts'

const header = 'DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_HT;PART_FIXE_TTC;PART_VARIABLE_HT;PART_VARIABLE_TTC'

/** Reads a file of one option, given as bytes or as lines. */
function read(content: Uint8Array | readonly string[], option: 'base' | 'hphc' | 'tempo' = 'base') {
  const file = priceFiles.find((one) => one.option === option)
  if (file === undefined) throw new Error(`no file of ${option}`)
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(content.join('\n'))
  const { table, ...counts } = readPriceFile(file, bytes)
  return { prices: table.kind === 'regulated prices' ? table.prices : [], ...counts }
}

const six = (from: string, to: string | null, all: number, eurPerYear: number): RegulatedPrice => ({
  subscribedKva: 6,
  from,
  to,
  eurPerMonth: Number((eurPerYear / 12).toFixed(6)),
  eurPerKwh: { all },
})

test('a row of the regulator is read: day first, yearly subscription by the month, decimal comma, in force without a last day', () => {
  expect(read([header, '01/02/2026;;9;176,16;235,9;0,1297;0,19266'])).toEqual({
    prices: [{ subscribedKva: 9, from: '2026-02-01', to: null, eurPerMonth: 19.658333, eurPerKwh: { all: 0.19266 } }],
    taken: 1,
    unreadable: 0,
    reasons: [],
    newElements: [],
  })
})

test('the last day of a row is included: the prices end on the day after it', () => {
  const { prices } = read([
    header,
    '01/02/2025;31/07/2025;6;134,16;165,17;0,1343;0,2016',
    '01/08/2025;;6;132,84;185,94;0,1327;0,1952',
  ])
  expect(prices).toEqual([six('2025-02-01', '2025-08-01', 0.2016, 165.17), six('2025-08-01', null, 0.1952, 185.94)])
})

describe('the three forms of the header', () => {
  test('peak and off-peak prices', () => {
    const columns = 'PART_VARIABLE_HC_HT;PART_VARIABLE_HC_TTC;PART_VARIABLE_HP_HT;PART_VARIABLE_HP_TTC'
    const lines = [
      `DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_HT;PART_FIXE_TTC;${columns}`,
      '01/02/2025;;6;138,12;170;0,1076;0,1696;0,1451;0,2146',
    ]
    expect(read(lines, 'hphc').prices[0]?.eurPerKwh).toEqual({ offPeak: 0.1696, peak: 0.2146 })
  })

  const colors = ['HCBleu', 'HPBleu', 'HCBlanc', 'HPBlanc', 'HCRouge', 'HPRouge']
  const tempoHeader = `DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_HT;PART_FIXE_TTC;${colors
    .flatMap((color) => [`PART_VARIABLE_${color}_HT`, `PART_VARIABLE_${color}_TTC`])
    .join(';')}`
  const tempoRow =
    '01/02/2025;31/07/2025;6;137,04;168,87;0,0736;0,1287;0,0956;0,1552;0,0869;0,1447;0,1156;0,1792;0,0928;0,1518;0,5151;0,6586'

  test('six prices by colour', () => {
    expect(read([tempoHeader, tempoRow], 'tempo').prices[0]?.eurPerKwh).toEqual({
      blueOffPeak: 0.1287,
      bluePeak: 0.1552,
      whiteOffPeak: 0.1447,
      whitePeak: 0.1792,
      redOffPeak: 0.1518,
      redPeak: 0.6586,
    })
  })

  test('a row of empty cells is a power that the option did not have: no price of 0, and no odd row', () => {
    const { prices, unreadable } = read([tempoHeader, '01/08/2022;31/01/2023;6;;;;;;;;;;;;;;', tempoRow], 'tempo')
    expect([prices.map(({ from }) => from), unreadable]).toEqual([['2025-02-01'], 0])
  })

  test('a row that lacks one of six prices is left out, because its option cannot be priced', () => {
    const { taken, unreadable } = read([tempoHeader, tempoRow.replace('0,6586', ''), tempoRow], 'tempo')
    expect([taken, unreadable]).toEqual([1, 1])
  })
})

describe('other ways to write the same file', () => {
  const row = '01/02/2026;;6;141,6;188,2;0,1308;0,19398'
  const expected = [six('2026-02-01', null, 0.19398, 188.2)]
  const accented =
    `Date_Début;Date de fin;P souscrite;Part fixe HT;PART FIXE TTC;part_variable_ht;"Part Variable TTC"`.replace(
      'Date de fin',
      'DATE FIN',
    )
  const utf16 = (text: string, isBigEndian: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
  }
  const text = `${accented}\r\n${row}\r\n`
  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a byte-order mark', new TextEncoder().encode(`\ufeff${text}`)],
    ['Windows-1252 or ISO-8859-1', new Uint8Array(Buffer.from(text, 'latin1'))],
    ['UTF-16, little-endian', utf16(text, false)],
    ['UTF-16, big-endian', utf16(text, true)],
    ['UTF-16 without a byte-order mark', utf16(text, false).subarray(2)],
  ])('%s, with accents, spaces and other letter case in its names', (_, bytes) => {
    expect(read(bytes)).toMatchObject({ prices: expected, unreadable: 0, newElements: [] })
  })

  test('columns in another order, without the columns without taxes', () => {
    const lines = ['PART_VARIABLE_TTC;P_SOUSCRITE;PART_FIXE_TTC;DATE_FIN;DATE_DEBUT', '0,19398;6;188,2;;01/02/2026']
    expect(read(lines).prices).toEqual(expected)
  })

  test.each([
    ['a separator at the end of lines', [`${header};`, `${row};;`]],
    ['rows of separators, as a spreadsheet leaves them behind', [header, row, ';;;;;;', '', ';;;;;;']],
    ['ISO days', [header, row.replace('01/02/2026', '2026-02-01')]],
    ['ISO days with a time', [header, row.replace('01/02/2026', '2026-02-01T00:00:00')]],
    ['a decimal point, quotation marks and a unit', [header, '01/02/2026;;"6 kVA";141.6;"188.20";0.1308;0.19398']],
    ['carriage returns only', [`${header}\r${row}`]],
    ['the same row twice', [header, row, row]],
  ])('%s', (_, lines) => {
    expect(read(lines)).toMatchObject({ prices: expected, unreadable: 0, newElements: [] })
  })
})

describe('a file that cannot be used', () => {
  test('a required column that is missing is named, with the columns that there are, and no row is read', () => {
    const renamed = header.replace('PART_VARIABLE_TTC', 'PRIX_TTC')
    const { prices, fault } = read([renamed, '01/02/2026;;6;141,6;188,2;0,1308;0,19398'])
    expect(prices).toEqual([])
    expect(fault).toStartWith('Option_Base.csv has no column PART_VARIABLE_TTC; it has "DATE_DEBUT", "DATE_FIN"')
    expect(fault).toContain('"PRIX_TTC"')
  })

  test.each([
    ['an empty file', new Uint8Array(), 'is empty'],
    ['a web page', ['<!DOCTYPE html><html>'], 'is a web page'],
    ['the file of another option', ['DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_TTC;PART_VARIABLE_HC_TTC'], 'no column'],
    ['a header without rows', [header], 'has no usable row'],
    ['a header with a column twice', [`${header};Part variable TTC`], 'has the column "Part variable TTC" twice'],
    [
      'a file without end',
      [header, ...Array.from({ length: 5_001 }, () => '01/02/2026;;6;1;2;3;4')],
      'more than 1000 lines',
    ],
    ['no readable row', [header, 'n/a;;6;1;2;3;4'], 'no usable row, for example Option_Base.csv line 2: the first day'],
  ] as const)('%s is no table of prices', (_, content, message) => {
    const { taken, fault } = read(content)
    expect(taken).toBe(0)
    expect(fault).toContain(message)
  })

  test('a column that is not known is reported, and the others are read', () => {
    const { taken, newElements } = read([`${header};ACCISE`, '01/02/2026;;6;141,6;188,2;0,1308;0,19398;30,85'])
    expect([taken, newElements]).toEqual([1, ['Option_Base.csv ACCISE']])
  })
})

describe('an odd row is left out with its reason, and the others are read', () => {
  const good = '01/08/2025;31/01/2026;6;132,84;185,94;0,1327;0,1952'
  test.each([
    ['01/02/2026;;6;141,6;188,2;13,08;19,398', '19.398 EUR/kWh is implausible'],
    ['01/02/2026;;6;141,6;188,2;0,1308;0', '0 EUR/kWh is implausible'],
    ['01/02/2026;;6;11,8;15,68;0,1308;0,19398', 'a subscription of 15.68 EUR a year is implausible'],
    ['01/02/2026;;6;141,6;188,2;0,19398;0,1308', '0.1308 with taxes is less than 0.19398 without'],
    ['01/02/2026;;6;141,6;188,2;0,1308;n/c', 'the price "n/c" is no number'],
    ['01/02/2026;;6;141,6;?;0,1308;0,19398', 'the subscription "?" is no number'],
    ['01/02/2026;;6;141,6;188,2;0,1308;0\u001b[2J', String.raw`the price "0\u001b[2J" is no number`],
    ['01/02/2026;;six;141,6;188,2;0,1308;0,19398', 'the subscribed power "six" is no power'],
    ['31/02/2026;;6;141,6;188,2;0,1308;0,19398', 'the first day "31/02/2026" is no date'],
    ['01/02/2206;;6;141,6;188,2;0,1308;0,19398', 'the day 2206-02-01 is implausible'],
    ['01/02/2026;soon;6;141,6;188,2;0,1308;0,19398', 'the last day "soon" is no date'],
    ['01/02/2026;31/01/2026;6;141,6;188,2;0,1308;0,19398', 'it ends on 2026-01-31, before it begins'],
    ['01/02/2026;;6;141,6;188,2;0,1308;0,19398;1;2', 'it has 9 cells, the header 7'],
  ])('%s', (row, reason) => {
    const { prices, unreadable, reasons, fault } = read([header, good, row])
    expect(prices).toEqual([six('2025-08-01', '2026-02-01', 0.1952, 185.94)])
    expect([unreadable, fault]).toEqual([1, undefined])
    expect(reasons).toEqual([expect.stringContaining(`Option_Base.csv line 3: ${reason}`)])
  })

  test.each([
    ['hphc', ['HC', 'HP'], '0,2146;0,1696'],
    ['tempo', ['HCBleu', 'HPBleu', 'HCBlanc', 'HPBlanc', 'HCRouge', 'HPRouge'], '0,13;0,16;0,19;0,15;0,16;0,71'],
  ] as const)('off-peak and peak prices of %s that are exchanged', (option, hours, prices) => {
    const columns = hours.map((name) => `PART_VARIABLE_${name}_TTC`).join(';')
    const lines = [`DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_TTC;${columns}`, `01/02/2026;;9;240;${prices}`]
    expect(read(lines, option)).toMatchObject({
      taken: 0,
      reasons: [expect.stringContaining('EUR/kWh off-peak is more than')],
    })
  })

  test('a subscription that is missing is unknown, never 0, and the prices are read', () => {
    expect(read([header, '01/02/2026;;6;;;0,1308;0,19398']).prices[0]?.eurPerMonth).toBeNull()
  })
})
