import * as v from 'valibot'
import { readMeasurements, type SeriesSlots } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks } from '../definition/operator-payload.ts'

/** Imbalance of the system and its settlement prices per quarter-hour: the live part of the grid sub-score. */
export const imbalance = createOperatorFeed({
  id: 'imbalance',
  holds: '`IMBALANCE` MWh, `TREND` (1 upward, −1 downward, 0), `POSITIVE_PRICE`, `NEGATIVE_PRICE` EUR/MWh',
  api: 'balancing_energy',
  path: '/open_api/balancing_energy/v5/imbalance_data',
  maxWindowDays: 7,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 6,
  // Prices come long after volumes, and are corrected later.
  revisionDays: 2,
  windowEnd: 'now',
  normalise: normaliseImbalance,
})

/** A block of `imbalance_data`; unknown members are ignored. */
const ImbalanceBlock = v.object(blockMembers)

/** Member of a slot that holds each series. */
const memberBySeries = {
  IMBALANCE: 'imbalance',
  TREND: 'system_trend',
  POSITIVE_PRICE: 'positive_imbalance_settlement_price',
  NEGATIVE_PRICE: 'negative_imbalance_settlement_price',
} as const

/**
 * Series `IMBALANCE` (MWh), `TREND` (1 upward, −1 downward, 0 balanced), `POSITIVE_PRICE` and `NEGATIVE_PRICE` (EUR/MWh). Prices
 * come later than volumes: until then they are absent.
 */
export function normaliseImbalance(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['imbalance_data'], ImbalanceBlock)
  return readMeasurements(
    blocks.readable.flatMap((block): SeriesSlots[] => {
      const common = { slots: block.values.map(addTrendCode), updatedAt: block.updated_date, span: block }
      return Object.entries(memberBySeries).map(([series, valueMember]) => ({
        ...common,
        series,
        valueMember,
        ...(series === 'IMBALANCE' ? {} : { mayLackMember: true }),
      }))
    }),
    blocks,
  )
}

/** An empty trend is absent. An unknown word stays a text, so that the slot counts as unreadable. */
function addTrendCode(slot: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { system_trend: trend } = slot
  if (typeof trend !== 'string') return slot
  return { ...slot, system_trend: trend.trim() === '' ? null : (readTrendCode(trend) ?? trend) }
}

/** The operator's words for the direction of the balancing, lower case without accents, to their numbers. */
const codeByWord: ReadonlyMap<string, number> = new Map([
  ['hausse', 1],
  ['baisse', -1],
  ['increase', 1],
  ['decrease', -1],
  ['equilibre', 0],
  ['equilibree', 0],
])

/** 1 for an upward trend (`Hausse`, `increase`), −1 downward, 0 balanced, whatever the case and accents; null for any other word. */
function readTrendCode(word: string): number | null {
  const plain = word.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return codeByWord.get(plain) ?? null
}
