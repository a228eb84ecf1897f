import { describe, expect, test } from 'bun:test'
import { zipSync } from 'fflate'
import type { FeedContent } from '../definition/content.ts'
import { rteZipRealTime } from './real-time.ts'

const header =
  'Périmètre\tNature\tDate\tHeures\tConsommation\tPrévision J-1\tPrévision J\tFioul\tCharbon\tGaz\tNucléaire\tEolien\tSolaire\tHydraulique\tPompage\tBioénergies\tEch. physiques\tTaux de Co2\tHydraulique - Fil de l?eau + éclusée\tHydraulique - Lacs\tHydraulique - STEP turbinage\tBioénergies - Déchets\tBioénergies - Biomasse\tBioénergies - Biogaz\t Stockage batterie\tDéstockage batterie\tEolien terrestre\tEolien offshore'
/** The figures of 12 July 2022, 19:30 (RTE, Licence Ouverte 2.0), in the form of the downloaded file. */
const figures =
  '52387\t51600\t52400\t633\t29\t4852\t28158\t1082\t2561\t7569\t-36\t757\t6782\t65\t3415\t2459\t1695\t154\t330\t275\tND\tND\tND\tND'
const forecasts = '\t51600\t52400\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t'
const disclaimer = 'RTE ne pourra être tenu responsable de l’usage qui pourrait être fait des données.'

const line = (day: string, time: string, cells = figures) => `France\tDonnées temps réel\t${day}\t${time}\t${cells}\t`
/** Windows-1252 of a text, in which only the apostrophe lies outside Latin-1. */
const encoded = (text: string) => new Uint8Array(Buffer.from(text.replaceAll('’', '\u0092'), 'latin1'))
const read = (lines: readonly string[], head = header) => {
  const table = encoded(`${[head, ...lines, disclaimer].join('\r\n')}\r\n`)
  return rteZipRealTime.read({ body: zipSync({ 'eCO2mix_RTE_En-cours-TR.xls': table }), query: {} }).feeds ?? []
}
const valuesOf = (contents: readonly FeedContent[], feed: string) =>
  Object.fromEntries(
    contents.find((one) => one.feed === feed)?.normalised.measurements.map(({ series, value }) => [series, value]) ??
      [],
  )
const starts = (lines: readonly string[]) => [
  ...new Set(
    read(lines).flatMap(({ normalised }) => normalised.measurements.map(({ slotStart }) => slotStart.toString())),
  ),
]

describe('the downloaded file', () => {
  test('has the types and loads of the portal, under French names in Windows-1252 with a lost apostrophe', () => {
    for (const head of [header, header.replace('l?eau', "l'eau"), header.replace('l?eau', 'l’eau')]) {
      const contents = read([line('2022-07-12', '19:30')], head)
      expect(valuesOf(contents, 'generation_mix_15min')).toEqual({
        NUCLEAR: 28_158,
        FOSSIL_GAS: 4_852,
        FOSSIL_HARD_COAL: 29,
        FOSSIL_OIL: 633,
        HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 3_415,
        HYDRO_WATER_RESERVOIR: 2_459,
        HYDRO_PUMPED_STORAGE: 1_695,
        SOLAR: 2_561,
        'BIOMASS/BIOMASS': 330,
        'BIOMASS/BIOGAS': 275,
        WASTE: 154,
        WIND_ONSHORE: 1_082,
        WIND_OFFSHORE: 0,
      })
      expect(valuesOf(contents, 'consumption')).toEqual({ REALISED: 52_387, ID: 52_400, 'D-1': 51_600 })
    }
  })

  test('has the commercial exchanges at every border, Germany and Belgium as one', () => {
    const names = ['Angleterre', 'Espagne', 'Italie', 'Suisse', 'Allemagne-Belgique']
    const head = [header, ...names.map((name) => `Ech. comm. ${name}`)].join('\t')
    const contents = read([line('2022-07-12', '19:30', [figures, 2_585, 900, -1_565, 1_193, 3_886].join('\t'))], head)
    const exchanged = Object.entries(valuesOf(contents, 'exchange_schedules')).filter(([, value]) => value > 0)
    expect(Object.fromEntries(exchanged)).toEqual({
      'TOTAL/10YGB----------A>10YFR-RTE------C': 2_585,
      'TOTAL/10YES-REE------0>10YFR-RTE------C': 900,
      'TOTAL/10YFR-RTE------C>10YIT-GRTN-----B': 1_565,
      'TOTAL/10YCH-SWISSGRIDZ>10YFR-RTE------C': 1_193,
      'TOTAL/DE+BE>10YFR-RTE------C': 3_886,
    })
  })

  test('has forecasts ahead, and a last line without data', () => {
    const contents = read([line('2022-07-13', '12:00', forecasts)])
    expect(valuesOf(contents, 'consumption')).toEqual({ ID: 52_400, 'D-1': 51_600 })
    expect(valuesOf(contents, 'generation_mix_15min')).toEqual({})
    expect(read([]).flatMap(({ normalised }) => normalised.measurements)).toEqual([])
  })

  test('may write days in either order', () => {
    expect(starts([line('12/07/2022', '19:30'), line('2022-07-12', '19:45')])).toEqual([
      '2022-07-12T17:30:00Z',
      '2022-07-12T17:45:00Z',
    ])
  })

  test('leaves out the autumn hour that comes twice and the spring hour that does not exist', () => {
    const around = (day: string) => ['01:45', '02:00', '02:45', '03:00'].map((time) => line(day, time))
    expect(starts(around('2026-10-25'))).toEqual(['2026-10-24T23:45:00Z', '2026-10-25T02:00:00Z'])
    expect(starts(around('2026-03-29'))).toEqual(['2026-03-29T00:45:00Z', '2026-03-29T01:00:00Z'])
  })

  test('is read only for its last days', () => {
    expect(
      starts([line('2022-06-01', '12:00'), line('2022-07-05', '12:00'), line('2022-07-13', '12:00', forecasts)]),
    ).toEqual(['2022-07-05T10:00:00Z', '2022-07-13T10:00:00Z'])
  })
})

describe('an unusable file is refused with the reason:', () => {
  test('a renamed column', () => {
    expect(() => read([], header.replace('Consommation', 'Consommation (MW)'))).toThrow('no column consommation')
    expect(() => read([], header.replace('Heures', 'Instant'))).toThrow('no column heures')
  })

  test('a renamed type, which makes its slots incomplete and is named', () => {
    const contents = read([line('2022-07-12', '19:30')], header.replace('Nucléaire', 'Nucléaire (MW)'))
    expect(contents[0]?.normalised.fault).toBe('none of 1 measured rows has the column nucleaire')
    expect(valuesOf(contents, 'generation_mix_15min')).not.toHaveProperty('NUCLEAR')
    expect(valuesOf(contents, 'consumption')).toHaveProperty('REALISED')
  })

  test('days and times in another form', () => {
    expect(() => read([line('12-07-22', '19h30')])).toThrow(
      'none of 1 rows has a date and a time, the first has 12-07-22 19h30',
    )
  })

  test('a web page, or an archive without a table', () => {
    const readBytes = (body: Uint8Array) => rteZipRealTime.read({ body, query: {} })
    expect(() => readBytes(encoded('<html>'))).toThrow('the archive cannot be read')
    expect(() => readBytes(zipSync({}))).toThrow('no file of a readable size')
  })
})
