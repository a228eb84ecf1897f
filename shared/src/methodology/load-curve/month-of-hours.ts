import type { HoursResponse } from '../../contract/hours.ts'

const columns = [
  'productionGCo2PerKwh',
  'consumptionGCo2PerKwh',
  'directGCo2PerKwh',
  'eurPerMwh',
  'tempoColor',
] as const

/** Whether a body has the hours of this month: calculating with another body would fail, or give wrong figures. */
export function isMonthOfHours(body: unknown, month: string): body is HoursResponse {
  const { hours, ...rest }: Record<string, unknown> = Object(body)
  if (rest['month'] !== month || typeof rest['complete'] !== 'boolean' || !Array.isArray(hours)) return false
  const isWhole = columns.every((name) => Array.isArray(rest[name]) && rest[name].length === hours.length)
  return isWhole && Array.isArray(rest['sources']) && Array.isArray(rest['methodologyVersions'])
}
