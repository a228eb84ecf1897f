import { createJsonRefusal } from '../server/refusals.ts'

/** A row of a dataset as the portal writes it. */
export type PortalRecord = Readonly<Record<string, string | number | null>>

type Operator = '>=' | '<=' | '>' | '<' | '='
export type Condition =
  | { field: string; operator: Operator; literal: string }
  | { field: string; operator: 'is null' | 'is not null' }

/** The part of the query language that the demo understands: conditions joined by `and`. */
const comparison = /^(\w+)\s*(>=|<=|>|<|=)\s*(?:date)?(?:'([^']*)'|"([^"]*)"|(-?[\d.]+))$/i
const nullTest = /^(\w+)\s+is\s+(not\s+)?null$/i

/** The portal's refusal of a malformed query, or of one that names an unknown field. */
export function createQueryRefusal(problem: string, clause: string) {
  const message = `ODSQL query is malformed: ${problem} Clause(s) containing the error(s): ${clause}.`
  return createJsonRefusal(400, { error_code: 'ODSQLError', message })
}

/** The conditions of a `where`; none without one. @throws Refusal 400 */
export function readConditions(where: string | null, fields: ReadonlySet<string>): Condition[] {
  if (where === null || where.trim() === '') return []
  return where.split(/\s+and\s+/i).map((part) => readCondition(part.trim(), fields))
}

function readCondition(text: string, fields: ReadonlySet<string>): Condition {
  const known = (field = '') => {
    if (fields.has(field)) return field
    throw createQueryRefusal(`Unknown field: ${field}.`, 'where')
  }
  const asked = nullTest.exec(text)
  if (asked !== null) return { field: known(asked[1]), operator: asked[2] === undefined ? 'is null' : 'is not null' }
  const compared = comparison.exec(text)
  if (compared === null) throw createQueryRefusal('Syntax error.', 'where')
  const literal = compared[3] ?? compared[4] ?? compared[5] ?? ''
  // The pattern admits no other operator.
  return { field: known(compared[1]), operator: compared[2] as Operator, literal }
}

/** Whether a row meets every condition. Instants compare as instants, numbers as numbers, all else as texts. */
export function doesMeet(record: PortalRecord, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => {
    const value = record[condition.field] ?? null
    if (!('literal' in condition)) return (value === null) === (condition.operator === 'is null')
    return value !== null && holds(compare(value, condition.literal), condition.operator)
  })
}

function compare(value: string | number, literal: string): number {
  const [a, b] = [toComparable(value), toComparable(literal)]
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(value) < literal ? -1 : String(value) > literal ? 1 : 0
}

/** An instant with an offset as epoch milliseconds, a numeric text as its number, another text as it is. */
function toComparable(value: string | number): string | number {
  if (typeof value === 'number') return value
  const epochMs = toEpochMs(value)
  if (epochMs !== null) return epochMs
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

/** Epoch milliseconds of an instant (without an offset in UTC), or of the UTC midnight of a date; null for another text. */
export function toEpochMs(text: string): number | null {
  const [, time, offset] = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? [null]
  if (time === null) return null
  const epochMs = Date.parse(time !== undefined && offset === undefined ? `${text}Z` : text)
  return Number.isNaN(epochMs) ? null : epochMs
}

function holds(difference: number, operator: Operator): boolean {
  switch (operator) {
    case '>=':
      return difference >= 0
    case '<=':
      return difference <= 0
    case '>':
      return difference > 0
    case '<':
      return difference < 0
    case '=':
      return difference === 0
  }
}
