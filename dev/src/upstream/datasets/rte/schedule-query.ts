import { parisDayStart } from '@hexawatt/shared/time/paris'
import { readList } from '../../formats/operator-query.ts'
import { createOperatorRefusal } from '../../server/refusals.ts'
import type { TimeWindow } from '../../subjects/span.ts'

const processTypes = ['DA', 'LT', 'ID'] as const

/** A call must name exactly one process, because the answer does not name it. @throws Refusal F07 */
export function readProcess(query: URLSearchParams, errorPrefix: string): string {
  const [asked, ...others] = query.has('process_type') ? readList(query, 'process_type', processTypes, errorPrefix) : []
  if (asked !== undefined && others.length === 0) return asked
  throw createOperatorRefusal(400, `${errorPrefix}_F07`, `"process_type" must be one of ${processTypes.join(', ')}.`)
}

/** Bounds must be Paris midnights written in UTC. @throws Refusal F08 */
export function checkMidnights(query: URLSearchParams, { start, end }: TimeWindow, errorPrefix: string): void {
  const texts = [query.get('start_date'), query.get('end_date')]
  const isInUtc = texts.every((text) => text === null || text.endsWith('Z'))
  const areMidnights = [start, end].every((bound) => parisDayStart(bound).equals(bound))
  if (isInUtc && areMidnights) return
  throw createOperatorRefusal(400, `${errorPrefix}_F08`, 'The bounds must be midnights of Paris, written in UTC.')
}
