import { type StampSide, stampSides } from '../steps/collect-rows.ts'
import { findFactColumns } from './block-facts.ts'
import { findUnit } from './column-names.ts'
import type { Table } from './read-table.ts'

// Tables of suppliers and of other programs: a date, perhaps a time, and energy or power.

const stampName =
  /^(date|dates?[ /]?(et |& )?(heures?|time)|datetime|timestamp|time ?stamp|horodat\w*|jour|moment|instant|periode|start|begin|from|end)\b/
const valueName =
  /^(valeur|value|conso|consommation|energie|energy|puissance|power|quantite|soutirage|consumption|usage)\b/

function findSide(name: string): StampSide {
  if (/\b(fin|end|to)\b/.test(name)) return stampSides.end
  if (/\b(d.{1,3}but|start|from|begin)\b/.test(name)) return stampSides.start
  return stampSides.startUnlessBounds
}

/** Position of the value: a heading with a unit of energy or power before one that only sounds like it. */
function findValue(names: readonly string[], stamp: number, time: number): number {
  const isFree = (index: number) => index !== stamp && index !== time
  const withUnit = names.findIndex((name, index) => isFree(index) && /^[km]?wh?$/.test(findUnit(name)))
  if (withUnit >= 0) return withUnit
  return names.findIndex((name, index) => isFree(index) && (valueName.test(name) || findUnit(name) !== ''))
}

/** A table of dates with energy or power; null for another one. */
export function recogniseSupplierTable(names: readonly string[]): Table | null {
  const stamp = names.findIndex((name) => stampName.test(name) && findUnit(name) === '')
  if (stamp < 0) return null
  const time = names.findIndex((name, index) => index !== stamp && /^(heures?|time|hour)$/.test(name))
  const end = names.findIndex((name, index) => index !== stamp && /^(date(heure)? (de )?)?(fin|end)$/.test(name))
  const value = findValue(names, stamp, time)
  if (value < 0) return null
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
