import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findVersion } from '@hexawatt/shared/methodology/tariffs/contract-prices'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { priceFiles } from '../sources/cre/price-files.ts'
import { readPriceFile } from '../sources/cre/read-price-file.ts'
import type { RegulatedOption } from '../sources/definition/content.ts'
import { buildOfficialContract } from './official-contracts.ts'

/**
 * Rows of the regulator's files as public copies show them. A cell is empty where no copy shows its figure: most of February 2026, and all subscriptions and
 * prices without taxes of `hphc`.
 */
const files: Readonly<Record<RegulatedOption, string>> = {
  base: `DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_HT;PART_FIXE_TTC;PART_VARIABLE_HT;PART_VARIABLE_TTC
01/02/2024;31/01/2025;3;95,88;116,04;0,1887;0,2516
01/02/2024;31/01/2025;6;123,72;151,86;0,1887;0,2516
01/02/2024;31/01/2025;9;154,08;190,91;0,1887;0,2516
01/02/2025;31/07/2025;3;103,2;125,34;0,1343;0,2016
01/02/2025;31/07/2025;6;134,16;165,17;0,1343;0,2016
01/02/2025;31/07/2025;9;167,88;208,55;0,1343;0,2016
01/08/2025;31/01/2026;3;102,12;141,00;0,1327;0,1952
01/08/2025;31/01/2026;6;132,84;185,94;0,1327;0,1952
01/08/2025;31/01/2026;9;165,48;233,70;0,1327;0,1952
01/02/2026;;6;141,6;188,2;0,1308;0,19398
01/02/2026;;9;176,16;235,9;0,1297;0,19266
;;;;;;
`,
  hphc: `DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_HT;PART_FIXE_TTC;PART_VARIABLE_HC_HT;PART_VARIABLE_HC_TTC;PART_VARIABLE_HP_HT;PART_VARIABLE_HP_TTC
01/02/2024;31/01/2025;6;;;;0,2068;;0,27
01/02/2025;31/07/2025;6;;;;0,1696;;0,2146
01/08/2025;31/01/2026;6;;;;0,1635;;0,2081
01/02/2026;;6;;;;0,1579;;0,2065
`,
  tempo: `DATE_DEBUT;DATE_FIN;P_SOUSCRITE;PART_FIXE_HT;PART_FIXE_TTC;PART_VARIABLE_HCBleu_HT;PART_VARIABLE_HCBleu_TTC;PART_VARIABLE_HPBleu_HT;PART_VARIABLE_HPBleu_TTC;PART_VARIABLE_HCBlanc_HT;PART_VARIABLE_HCBlanc_TTC;PART_VARIABLE_HPBlanc_HT;PART_VARIABLE_HPBlanc_TTC;PART_VARIABLE_HCRouge_HT;PART_VARIABLE_HCRouge_TTC;PART_VARIABLE_HPRouge_HT;PART_VARIABLE_HPRouge_TTC
01/08/2022;31/01/2023;6;;;;;;;;;;;;;;
01/02/2024;31/01/2025;6;127,8;157,09;0,087;0,1296;0,1131;0,1609;0,1028;0,1486;0,1368;0,1894;0,1097;0,1568;0,6092;0,7562
01/02/2025;31/07/2025;6;137,04;168,87;0,0736;0,1287;0,0956;0,1552;0,0869;0,1447;0,1156;0,1792;0,0928;0,1518;0,5151;0,6586
01/08/2025;31/01/2026;6;133,20;186,46;0,0727;0,1232;0,0945;0,1494;0,0859;0,1391;0,1142;0,173;0,0917;0,146;0,509;0,6468
01/02/2026;;6;;;;0,1325;;0,1612;;0,1499;;0,1871;;0,1575;;0,706
;;;;;;;;;;;;;;;;
`,
}

const read = priceFiles.map((file) => readPriceFile(file, new TextEncoder().encode(files[file.option])))
const contracts = read.flatMap(({ table }) =>
  table.kind === 'regulated prices' ? buildOfficialContract(table.option, table.prices) : [],
)

/** Price of a period on a day for a subscribed power, EUR/kWh. */
function findPrice(option: string, day: string, period: string, kva = 6): number | undefined {
  const prices = findVersion(contracts, option, day)?.prices ?? []
  const found = prices.find(({ minKva, maxKva }) => kva >= (minKva ?? 0) && kva <= (maxKva ?? kva))
  return found?.eurPerKwh[period]
}

const days = ['2024-02-01', '2024-11-01', '2025-02-01', '2025-08-01', '2026-02-01'] as const

test('every row is read, and no row is odd', () => {
  expect(read.map(({ taken, unreadable, fault }) => [taken, unreadable, fault])).toEqual([
    [11, 0, undefined],
    [4, 0, undefined],
    [4, 0, undefined],
  ])
})

test('the base prices of 6 kVA are exactly those of the file, also where no price per kWh changed', () => {
  expect(days.map((day) => findPrice('base', day, 'all'))).toEqual([0.2516, 0.2516, 0.2016, 0.1952, 0.19398])
  expect(findPrice('base', '2026-02-01', 'all', 9)).toBe(0.19266)
})

test('a day before the change has the former price', () => {
  expect([findPrice('base', '2025-07-31', 'all'), findPrice('base', '2026-01-31', 'all')]).toEqual([0.2016, 0.1952])
})

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the comparison of regulated prices with a table from other sources')

describe.skipIf(folder === null)('the table of regulated prices from other sources', () => {
  const periods: Readonly<Record<string, readonly [period: string, kva: number]>> = {
    all: ['all', 6],
    '<=6kVA': ['all', 6],
    '>=9kVA': ['all', 9],
    HP: ['peak', 6],
    HC: ['offPeak', 6],
    bleu_HC: ['blueOffPeak', 6],
    bleu_HP: ['bluePeak', 6],
    blanc_HC: ['whiteOffPeak', 6],
    blanc_HP: ['whitePeak', 6],
    rouge_HC: ['redOffPeak', 6],
    rouge_HP: ['redPeak', 6],
  }

  test('has the prices of the five days that the files give, to 0.0001 EUR/kWh', async () => {
    const text = await Bun.file(join(folder ?? '', '../tempo/regulated-tariffs.csv')).text()
    const rows = text.split('\n').map((line) => line.split(','))
    const compared = rows.filter(([from]) => days.some((day) => day === from))
    expect(compared).toHaveLength(46)
    for (const [from = '', option = '', name = '', price] of compared) {
      const [period = '', kva] = periods[name] ?? []
      const found = findPrice(option, from, period, kva) ?? Number.NaN
      expect([from, option, name, Math.abs(found - Number(price)) <= 1e-4]).toEqual([from, option, name, true])
    }
  })
})
