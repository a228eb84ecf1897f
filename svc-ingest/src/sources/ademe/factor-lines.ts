import * as v from 'valibot'
import { type ReadRecords, readEach } from '../definition/records.ts'

/** The database writes numbers, or texts with a decimal comma and an exponent, depending on the export. */
const DecimalNumber = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^-?\d+([.,]\d+)?([eE][+-]?\d+)?$/),
    v.transform((text) => Number(text.replace(',', '.'))),
  ),
])

const Text = v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')

/** One line of the agency's database; accented column names as the JSON API writes them. Only the columns that are used are read. */
export const FactorLine = v.object({
  Type_Ligne: Text,
  "Identifiant_de_l'élément": Text,
  "Statut_de_l'élément": Text,
  Nom_base_français: Text,
  Nom_attribut_français: Text,
  Nom_frontière_français: Text,
  Code_de_la_catégorie: Text,
  Unité_français: Text,
  Localisation_géographique: Text,
  Date_de_modification: Text,
  Période_de_validité: Text,
  Total_poste_non_décomposé: v.nullish(v.union([DecimalNumber, v.literal('')])),
})
export type FactorLine = v.InferOutput<typeof FactorLine>

/** Requested columns: a whole line is ten times as large. */
export const factorColumns = Object.keys(FactorLine.entries)

/** One page of the `lines` API. Its lines are not parsed yet: of 18 600 some dozen are read, and the others hold numbers such as `1 234,5` and `< 0,1`. */
export const LinesPage = v.object({
  next: v.nullish(v.string()),
  results: v.array(v.unknown()),
})

/** A name or unit in one spelling: without accents, in lower case, with single blanks. Exports differ in all of these, and in how they encode accents. */
export function toPlainName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/\s*>\s*/g, ' > ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * The lines of production means among all lines: valid `Elément` lines (never `Poste`, which would count twice) of "Electricité > Moyen de production" for
 * mainland France, in kgCO2e/kWh. Lines are selected before they are parsed, so that an unreadable line elsewhere has no effect.
 */
export function readProductionLines(lines: readonly unknown[]): ReadRecords<FactorLine> {
  return readEach(FactorLine, lines.map(usePlainColumns).filter(isProductionElement))
}

/** The columns of a line by the names that the product uses, whatever their spelling. */
function usePlainColumns(line: unknown): Record<string, unknown> {
  if (typeof line !== 'object' || line === null) return {}
  return Object.fromEntries(
    Object.entries(line).flatMap(([name, value]) => {
      const column = columnByPlainName.get(toPlainName(name))
      return column === undefined ? [] : [[column, value]]
    }),
  )
}
const columnByPlainName: ReadonlyMap<string, string> = new Map(
  factorColumns.map((column) => [toPlainName(column), column]),
)

function isProductionElement(line: Readonly<Record<string, unknown>>): boolean {
  const text = (column: keyof FactorLine): string => toPlainName(String(line[column] ?? ''))
  return (
    text('Type_Ligne') === 'element' &&
    text("Statut_de_l'élément").startsWith('valide') &&
    text('Code_de_la_catégorie').startsWith('electricite > moyen de production') &&
    text('Unité_français').replaceAll(' ', '') === 'kgco2e/kwh' &&
    text('Localisation_géographique') === 'france continentale'
  )
}
