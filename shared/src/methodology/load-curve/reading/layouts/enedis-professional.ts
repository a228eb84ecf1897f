import { LoadCurveRefusal, type RefusalCode } from '../../load-curve.ts'
import { findFactColumns } from '../facts/block-facts.ts'
import { stampSides } from '../steps/collect-rows.ts'
import type { Table } from './read-table.ts'

// Files that Enedis gives to professionals: one line of headings for all rows, every row with its own facts; or JSON.

/** Facts that tell such a table from that of the customer account, which has none in its columns. */
const leastFacts = 3

/** Table of flow R63 (answers to requests M023), and its forerunner with date and time apart; null for another one. */
export function recogniseProfessionalTable(names: readonly string[]): Table | null {
  const stamp = names.findIndex((name) => /^horodat|^date de la mesure$/.test(name))
  const time = names.indexOf('heure de la mesure')
  const value = names.indexOf('valeur')
  const facts = findFactColumns(names)
  if (stamp < 0 || value < 0 || Object.keys(facts).length < leastFacts) return null
  return {
    kind: 'enedis-professional',
    columns: { stamp, ...(time < 0 ? {} : { time }), value, facts },
    width: names.length,
    // Meters of homes are stamped at the end, those of large sites at the start: the flow does not say which it is.
    side: stampSides.endUnlessBounds,
    isClockKnown: true,
    unit: '',
    assumedUnit: null,
  }
}

/** Headings of the table that the JSON form is turned into. */
const headings = [
  'Identifiant PRM',
  'Date de debut',
  'Date de fin',
  'Grandeur physique',
  'Grandeur metier',
  'Etape metier',
  'Unite',
  'Horodate',
  'Valeur',
  'Nature',
  'Pas',
]

type Fields = Record<string, unknown>

const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
/** Text of a value; nested ones say nothing. */
const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Flows of the same family that are no load curve. */
const otherFlows: Record<string, RefusalCode> = {
  R64: 'meter-readings',
  R65: 'daily-values',
  R66: 'daily-maximum-power',
}

/** Rows of one measurement of flow R63, and of the services that give the same to persons. */
function* listMeasurement(measurement: Fields): Generator<string[]> {
  const period = toFields(measurement['periode'])
  for (const quantity of toList(measurement['grandeur']).map(toFields)) {
    const facts = [
      toText(measurement['idPrm']),
      toText(period['dateDebut']),
      toText(period['dateFin']),
      toText(quantity['grandeurPhysique']),
      toText(quantity['grandeurMetier']),
      toText(measurement['etapeMetier']),
      toText(quantity['unite']),
    ]
    const step = toText(measurement['pas'])
    for (const point of toList(quantity['points']).map(toFields)) {
      yield [...facts, toText(point['d']), toText(point['v']), toText(point['n']), toText(point['p']) || step]
    }
  }
}

/** Rows of a load curve of the interface for third parties (Data Connect). */
function* listMeterReading(reading: Fields): Generator<string[]> {
  const type = toFields(reading['reading_type'])
  const facts = [
    toText(reading['usage_point_id']),
    toText(reading['start']),
    toText(reading['end']),
    '',
    '',
    toText(reading['quality']),
    toText(type['unit']),
  ]
  for (const point of toList(reading['interval_reading']).map(toFields)) {
    yield [
      ...facts,
      toText(point['date']),
      toText(point['value']),
      toText(point['measure_type']),
      toText(point['interval_length']),
    ]
  }
}

/**
 * Rows of the JSON form, as those of the table.
 *
 * @throws LoadCurveRefusal if the text is no such JSON
 */
export function* listJsonRows(text: string): Generator<string[]> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new LoadCurveRefusal('not-a-load-curve', { seems: 'json' })
  }
  const roots = toList(parsed).map(toFields)
  const flow = otherFlows[toText(toFields(roots[0]?.['header'])['codeFlux'])]
  if (flow !== undefined) throw new LoadCurveRefusal(flow)
  const isKnown = roots.some((root) =>
    ['mesures', 'grandeur', 'meter_reading'].some((name) => root[name] !== undefined),
  )
  if (!isKnown) throw new LoadCurveRefusal('not-a-load-curve', { seems: 'json' })
  yield headings
  for (const root of roots) {
    for (const measurement of [root, ...toList(root['mesures']).map(toFields)]) yield* listMeasurement(measurement)
    if (root['meter_reading'] !== undefined) yield* listMeterReading(toFields(root['meter_reading']))
  }
}
