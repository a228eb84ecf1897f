import { describe, expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { frenchNames } from '../subjects/quarter-hour.ts'
import { ask, between, exportRows } from '../testing/open-fixture.ts'
import { type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const upstream: Upstream = await upstreamAt('2026-07-16T12:10:00Z')
const spring: Upstream = await upstreamAt('2026-03-29T12:10:00Z')

/** The lines of the only file of an archive, split at its tabs. */
async function readDownload(name: string, from = upstream): Promise<{ file: string; lines: string[][] }> {
  const response = await ask(from, 'rte-zip', `/${name}.zip`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const [[file = '', bytes = new Uint8Array()] = []] = Object.entries(unzipSync(await response.bytes()))
  const text = new TextDecoder('windows-1252').decode(bytes)
  return {
    file,
    lines: text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split('\t')),
  }
}

const { file, lines } = await readDownload('eCO2mix_RTE_En-cours-TR')
const [header = [], ...rest] = lines
const rows = rest.slice(0, -1)
const cell = (row: readonly string[], name: string): string => row[header.indexOf(name)] ?? 'no such column'

describe('the real-time file', () => {
  test('is one table with French names, a tab at the end of each row, and a disclaimer', () => {
    expect(file).toBe('eCO2mix_RTE_En-cours-TR.xls')
    expect(header.slice(0, 7)).toEqual([
      'Périmètre',
      'Nature',
      'Date',
      'Heures',
      'Consommation',
      'Prévision J-1',
      'Prévision J',
    ])
    expect(header).toContain('Hydraulique - Fil de l?eau + éclusée')
    for (const row of rows) expect(row).toHaveLength(header.length + 1)
    expect(rest.at(-1)).toEqual([expect.stringMatching(/^RTE ne pourra être tenu responsable/)])
  })

  test('reaches from the first unconsolidated day to the end of tomorrow', () => {
    const [first = [], last = []] = [rows[0], rows.at(-1)]
    expect([cell(first, 'Date'), cell(first, 'Heures')]).toEqual(['2026-07-01', '00:00'])
    expect([cell(last, 'Date'), cell(last, 'Heures')]).toEqual(['2026-07-17', '23:45'])
    expect(cell(last, 'Nucléaire')).toBe('')
  })

  test('has the figures of the portal', async () => {
    const day = between('2026-07-14T22:00:00+00:00', '2026-07-15T22:00:00+00:00')
    const portal = await exportRows(upstream, 'eco2mix-national-tr', day)
    const byTime = new Map(rows.map((row) => [`${cell(row, 'Date')} ${cell(row, 'Heures')}`, row]))
    expect(portal).toHaveLength(96)
    for (const row of portal) {
      const line = byTime.get(`${row['date']} ${row['heure']}`) ?? []
      for (const [column, name] of frenchNames) expect(`${name} ${cell(line, name)}`).toBe(`${name} ${row[column]}`)
    }
  })
})

test('the consolidated file has measures on the half-hours only', async () => {
  const consolidated = await readDownload('eCO2mix_RTE_En-cours-Consolide')
  const body = consolidated.lines.slice(1, -1)
  expect(body.at(-1)?.slice(1, 4)).toEqual(['Données consolidées', '2026-06-30', '23:45'])
  const isFilled = (line: readonly string[]) => line[header.indexOf('Nucléaire')] !== ''
  expect(body.filter(isFilled).every((line) => /:(00|30)$/.test(line[3] ?? ''))).toBe(true)
  expect(body.filter(isFilled)).toHaveLength(body.length / 2)
})

test('in spring the hour that does not exist repeats the one before it', async () => {
  const { lines: springLines } = await readDownload('eCO2mix_RTE_En-cours-TR', spring)
  const day = springLines.filter((line) => line[2] === '2026-03-29')
  expect(day).toHaveLength(96)
  const at = (time: string) => day.find((line) => line[3] === time)?.slice(4)
  expect(day.map((line) => line[3]).slice(4, 13)).toEqual([
    '01:00',
    '01:15',
    '01:30',
    '01:45',
    '02:00',
    '02:15',
    '02:30',
    '02:45',
    '03:00',
  ])
  expect(at('02:15')).toEqual(at('01:15') ?? [])
  expect(at('03:15')).not.toEqual(at('02:15') ?? [])
})
