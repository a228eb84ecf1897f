import { describe, expect, test } from 'bun:test'
import { type FactorLine, readProductionLines } from './factor-lines.ts'
import { selectFactors } from './select-factors.ts'

type Changes = Partial<Record<keyof FactorLine, unknown>>

function line(attribute: string, total: unknown, changes: Changes = {}): Record<string, unknown> {
  return {
    Type_Ligne: 'Elément',
    "Identifiant_de_l'élément": 1,
    "Statut_de_l'élément": 'Valide générique',
    Nom_base_français: 'Electricité',
    Nom_attribut_français: attribute,
    Nom_frontière_français: 'production',
    Code_de_la_catégorie: 'Electricité > Moyen de production > Conventionnels',
    Unité_français: 'kgCO2e/kWh',
    Localisation_géographique: 'France continentale',
    Date_de_modification: '2018-12-21',
    Période_de_validité: 'déc.-21',
    Total_poste_non_décomposé: total,
    ...changes,
  }
}

const selected = (lines: unknown[]) => selectFactors(readProductionLines(lines).readable)

const complete = [
  line('centrale charbon', 1.06),
  line('centrale fioul', 0.73),
  line('centrale gaz', '0,418'),
  line('centrale nucléaire', '3,7E-3'),
  line('éolien en mer', 0.0156),
  line('éolien terrestre', 0.0141),
  line('géothermie', 0.045),
  line('hydraulique', 0.006),
  line('photovoltaïque', 0.0439, { Nom_frontière_français: 'Fabrication Chine (Par défaut utilisé en France)' }),
]

const gramsOf = (lines: unknown[], type: string) =>
  selected(lines).find(({ productionType }) => productionType === type)?.gCo2eqPerKwh

describe('choosing the element of each production type', () => {
  test('numbers, decimal commas and exponents give the same factors', () => {
    expect(gramsOf(complete, 'FOSSIL_GAS')).toBe(418)
    expect(gramsOf(complete, 'NUCLEAR')).toBe(3.7)
    expect(gramsOf(complete, 'HYDRO_PUMPED_STORAGE')).toBe(6)
    expect(gramsOf(complete, 'BIOMASS')).toBe(230)
  })

  test('posts, archived elements, other places and other units are ignored', () => {
    const decoys = [
      line('centrale gaz', 9, { Type_Ligne: 'Poste' }),
      line('centrale gaz', 9, { "Statut_de_l'élément": 'Archivé' }),
      line('centrale gaz', 9, { Localisation_géographique: 'Corse' }),
      line('centrale gaz', 9, { Unité_français: 'kgCO2e/kg' }),
      line('centrale gaz', 9, { Code_de_la_catégorie: 'Combustibles > Fossiles' }),
    ]
    expect(gramsOf([...decoys, ...complete], 'FOSSIL_GAS')).toBe(418)
  })

  test('the database’s own default is chosen among several photovoltaic elements', () => {
    const other = line('photovoltaïque', 0.0252, { Nom_frontière_français: 'Fabrication France' })
    expect(gramsOf([other, ...complete], 'SOLAR')).toBe(43.9)
  })

  test('a missing, duplicate or absurd element refuses the whole set', () => {
    expect(() => selected(complete.slice(1))).toThrow(/0 valid elements for "centrale charbon"/)
    expect(() => selected([line('centrale gaz', 0.5), ...complete])).toThrow(/2 valid elements/)
    expect(() => selected([line('centrale charbon', 1060), ...complete.slice(1)])).toThrow(/not plausible/)
    expect(() => selected([line('centrale charbon', null), ...complete.slice(1)])).toThrow(/not plausible/)
  })

  test('an unreadable number is ignored in an unrelated line, and in a line of a production mean it is quarantined and refuses the set', () => {
    const beton = { Code_de_la_catégorie: 'Achats de biens', Unité_français: 'kgCO2e/tonne' }
    const unrelated = ['1 234,5', '< 0,1', { value: 1 }, ['x']].map((total) => line('Béton', total, beton))
    expect(gramsOf([...unrelated, 'no line', null, ...complete], 'FOSSIL_GAS')).toBe(418)
    const other = line('biomasse', '< 0,1')
    const { readable, unreadable, reasons } = readProductionLines([other, ...complete])
    expect([readable.length, unreadable, reasons[0]]).toEqual([9, 1, expect.stringContaining('Total_poste')])
    expect(() => selected([line('centrale charbon', '1 060,0'), ...complete.slice(1)])).toThrow(/0 valid elements/)
  })

  test('names match whatever their accents, encoding, blanks and letter case', () => {
    const respelt = complete.map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, value]) => [
          name.normalize('NFD').replace("'", '’'),
          typeof value === 'string' ? ` ${value.normalize('NFD').replaceAll(' ', '\u00a0').toUpperCase()} ` : value,
        ]),
      ),
    )
    const withoutAccents = complete.map((one) => ({
      ...one,
      Nom_attribut_français: String(one['Nom_attribut_français']).normalize('NFD').replaceAll(/\p{M}/gu, ''),
      Code_de_la_catégorie: 'Electricite>Moyen de production>Conventionnels',
    }))
    for (const lines of [respelt, withoutAccents]) {
      expect(selected(lines).map(({ gCo2eqPerKwh }) => gCo2eqPerKwh)).toEqual(
        selected(complete).map(({ gCo2eqPerKwh }) => gCo2eqPerKwh),
      )
    }
  })
})
