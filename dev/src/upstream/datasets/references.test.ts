import { describe, expect, test } from 'bun:test'
import { paths, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

type Line = Record<string, string | number>
type Page = { total: number; next?: string; results: Line[] }

const upstream = await upstreamAt('2025-02-28T23:59:59Z')

const read = async <Body>(path: string, query: Record<string, string> = {}): Promise<Body> =>
  (await (await upstream.get(path, query, { authorization: '' })).json()) as Body

describe('lines of the emission factor database', () => {
  test('have twelve lines per page, and `next` leads through all pages of the same request', async () => {
    const pages: Page[] = [await read<Page>(paths.lines, { Type_Ligne_eq: 'Elément', select: 'Nom_attribut_français' })]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
      pages.push((await (await fetch(next)).json()) as Page)
    }
    const lines = pages.flatMap((page) => page.results)
    expect(pages[0]?.results).toHaveLength(12)
    expect(lines).toHaveLength(pages[0]?.total ?? -1)
    expect(new Set(lines.map((line) => line['_id'])).size).toBe(lines.length)
    expect(Object.keys(lines[0] ?? {})).toEqual(['_id', 'Nom_attribut_français'])
  })

  test('carry accented names, JSON numbers, plain dates and validity texts', async () => {
    const { results } = await read<Page>(paths.lines, { "Identifiant_de_l'élément_eq": '15565', size: '1' })
    expect(results[0]).toMatchObject({
      Type_Ligne: 'Elément',
      "Identifiant_de_l'élément": '15565',
      Total_poste_non_décomposé: 1.06,
      Date_de_modification: '2018-12-21',
      Période_de_validité: 'déc.-21',
    })
  })

  test('a column name without accents finds nothing', async () => {
    expect((await read<Page>(paths.lines, { Statut_de_l_element_eq: 'Archivé' })).total).toBe(0)
  })

  test('a page above ten thousand is refused', async () => {
    expect((await upstream.get(paths.lines, { size: '10001' })).status).toBe(400)
  })

  test('include parts and archived elements, as in the real database', async () => {
    const { results } = await read<Page>(paths.lines, { size: '1000' })
    expect(new Set(results.map((line) => line['Type_Ligne']))).toEqual(new Set(['Elément', 'Poste']))
    expect(results.some((line) => line["Statut_de_l'élément"] === 'Archivé')).toBe(true)
  })

  test('the metadata name title, licence and version', async () => {
    const metadata = await read<Record<string, unknown>>(paths.dataset)
    expect(metadata).toMatchObject({ title: 'Base carbone®', license: { title: expect.any(String) } })
    expect(JSON.stringify(metadata['file'])).toContain('V23.6')
  })
})

describe('yearly country intensities', () => {
  type Body = { stats: { number_of_records: number }; data: { entity_code: string; date: string }[] }

  test('a year is served from March of the next one', async () => {
    const before = await read<Body>(paths.intensities, { entity_code: 'FRA,DEU' })
    expect(before.data.map(({ date }) => date).sort()).toEqual(['2022', '2022', '2023', '2023'])
    const later = await upstreamAt('2025-03-01T00:00:00Z')
    const after = (await (await later.get(paths.intensities, { entity_code: 'FRA', start_date: '2024' })).json()) as {
      data: unknown
    }
    expect(after.data).toEqual([
      {
        entity: 'France',
        entity_code: 'FRA',
        is_aggregate_entity: false,
        date: '2024',
        emissions_intensity_gco2_per_kwh: 44.18,
      },
    ])
  })

  test('years are inclusive, and the statistics count the answered records', async () => {
    const { stats, data } = await read<Body>(paths.intensities, { start_date: '2023', end_date: '2023' })
    expect(new Set(data.map(({ date }) => date))).toEqual(new Set(['2023']))
    expect(stats.number_of_records).toBe(data.length)
  })
})
