import { createBoundedMap } from '../../../../bounds/bounded-map.ts'

const names = createBoundedMap<string>(1_000)
/** Longer cells are no headings. */
const longestName = 80

/** A heading without accents, case, underscores, quotes and final colon: exports spell the same heading in many ways. */
export function normaliseName(cell: string): string {
  if (cell.length > longestName) return ''
  const known = names.get(cell)
  if (known !== undefined) return known
  const name = cell
    .normalize('NFD')
    // NFD separates accents from their letters: accents, byte-order marks and quotes are left out.
    .replace(/[\u0300-\u036f\ufeff"'’]/g, '')
    .replace(/[_\s\u00a0]+/g, ' ')
    .replace(/\s*:\s*$/, '')
    .trim()
    .toLowerCase()
  names.set(cell, name)
  return name
}

/** Unit of a heading such as `Valeur (en kW)` or `kWh`; empty if it has none. */
export function findUnit(name: string): string {
  return /(?:^|[\s([/])([km]?(?:wh?|va|varh?))(?=$|[\s)\]])/.exec(name)?.[1] ?? ''
}
