import { LoadCurveRefusal } from '../../load-curve.ts'
import { findFactColumns } from '../facts/block-facts.ts'
import { findUnit } from '../facts/column-names.ts'
import { createReadRow, type StampSide, stampSides } from '../steps/collect-rows.ts'
import { parseNumber } from '../text/parse-number.ts'
import type { RowReader, Table } from './read-table.ts'
import { type ReadingState, takeValue } from './reading-state.ts'

// Tables of suppliers and of other programs: a date, perhaps a time, and energy or power.

const stampName =
  /^(date|dates?[ /]?(et |& )?(heures?|time)|datetime|timestamp|time ?stamp|horodat\w*|jour|moment|instant|periode|d.{1,3}but|start|begin|from|end)\b/
const timeName = /^(heures?|time|hour)$/
const valueName =
  /^(valeur|value|conso|consommation|energie|energy|puissance|power|quantite|soutirage|consumption|usage)\b/

function findSide(name: string): StampSide {
  if (/\b(fin|end|to)\b/.test(name)) return stampSides.end
  if (/\b(d.{1,3}but|start|from|begin)\b/.test(name)) return stampSides.start
  return stampSides.startUnlessBounds
}

/** Columns that stand next to the consumption: what was fed in, readings of the meter, money, parts of the total. */
const otherName = /inject|export|production|produit|retour|return|\bindex\b|cumul|euros?\b|€|co[uû]t|prix|price|cost/
const partName = /\b(hp|hc|hph|hch|hpe|hce|pleines?|creuses?|peak|off.?peak)\b/

/** Positions of values: headings with a unit of energy or power, else those that sound like them; the total before its parts. */
function findValues(names: readonly string[], stamp: number, time: number): number[] {
  const candidates = [...names.keys()].filter(
    (index) => index !== stamp && index !== time && !otherName.test(names[index] ?? ''),
  )
  const withUnit = candidates.filter((index) => /^[km]?wh?$/.test(findUnit(names[index] ?? '')))
  const sounding = candidates.filter(
    (index) => valueName.test(names[index] ?? '') || findUnit(names[index] ?? '') !== '',
  )
  const found = withUnit.length > 0 ? withUnit : sounding
  const totals = found.filter((index) => !partName.test(names[index] ?? ''))
  // Power and energy of the same steps: the energy needs no length of them.
  const energies = totals.filter((index) => findUnit(names[index] ?? '').endsWith('wh'))
  return [energies, totals, found].find(({ length }) => length > 0) ?? []
}

/** A table of dates with energy or power; why it cannot be read if several columns could be the consumption; null for another one. */
export function recogniseSupplierTable(names: readonly string[]): Table | LoadCurveRefusal | null {
  const dated = names.findIndex((name) => stampName.test(name) && findUnit(name) === '')
  const stamp = dated < 0 ? names.findIndex((name) => timeName.test(name)) : dated
  if (stamp < 0) return null
  const time = names.findIndex((name, index) => index !== stamp && timeName.test(name))
  const end = names.findIndex((name, index) => index !== stamp && /^(date(heure)? (de )?)?(fin|end)$/.test(name))
  const [value, ...others] = findValues(names, stamp, time)
  if (value === undefined) return null
  // One of several columns would be a part of the consumption, or something else.
  if (others.length > 0) return new LoadCurveRefusal('several-columns', { columns: others.length + 1 })
  const facts = findFactColumns(names)
  // Columns of start and end are time stamps here, not the bounds of a period.
  delete facts.from
  delete facts.to
  return {
    kind: 'supplier',
    columns: {
      stamp,
      ...(time < 0 ? {} : { time }),
      ...(end < 0 ? {} : { end }),
      value,
      facts,
    },
    width: names.length,
    side: end < 0 ? findSide(names[stamp] ?? '') : stampSides.start,
    isClockKnown: false,
    unit: findUnit(names[value] ?? ''),
    assumedUnit: null,
  }
}

// Half-hours in customer accounts of EDF (`mes-puissances-atteintes-30min-….csv`): a line with the date of a day, then lines with the end of each step.

const dayMs = 86_400_000

/** True for the headings of such a table. */
export const isDayTable = (names: readonly string[]): boolean =>
  /^date et heure de rel.{1,3}ve/.test(names[0] ?? '') && /^puissance atteinte \(w\)$/.test(names[1] ?? '')

/** Creates the reader of its rows. */
export function createDayReader(state: ReadingState): RowReader {
  const { stamp, parse } = state.stamps
  let day = ''
  const read = { ...createReadRow(stampSides.end), isClockTime: true, isPower: true }

  return (row) => {
    const cell = (row[0] ?? '').trim()
    if (parse(cell) && !stamp.hasTime) {
      day = cell
      return true
    }
    if (day === '' || !parse(`${day} ${cell}`)) return false
    state.kind ??= 'supplier'
    // The step that ends at midnight belongs to the day above it.
    read.stampMs = stamp.ms % dayMs === 0 && /^0?0:00/.test(cell) ? stamp.ms + dayMs : stamp.ms
    read.value = takeValue(state, parseNumber(row[1] ?? '')) / 1000
    state.rows.add(read)
    return true
  }
}
