import { Elysia } from 'elysia'
import type { QuarterImbalance, SystemTrend } from '../documents/imbalance/quarter-imbalance.ts'
import { type BlockWriting, createParisFormatter, type WireBlock, type WireSlot } from '../operator/blocks.ts'
import {
  createDocumentAnswer,
  type DocumentDeps,
  type DocumentRequest,
  type DocumentResource,
} from '../operator/operator-answer.ts'
import { readTimeWindow } from '../operator/query.ts'

const errorPrefix = 'BALANCENERGY_IMBDATA'

/** French words in an otherwise English interface. */
const trendWords: Readonly<Record<SystemTrend, string>> = { up: 'Hausse', down: 'Baisse', none: 'Équilibre' }
/** Members that `missing_data_list` names until they are published. */
const priceMembers = ['positive_imbalance_settlement_price', 'negative_imbalance_settlement_price'] as const

const resource: DocumentResource<readonly QuarterImbalance[]> = {
  subject: 'imbalance',
  path: '/open_api/balancing_energy/v5/imbalance_data',
  rootName: 'imbalance_data',
  rootShape: 'array',
  errorPrefix,
  maxBlocks: 1,
  readWindow: (query, now) =>
    readTimeWindow(query, { errorPrefix, maxWindowDays: 31, latestEnd: { daysAhead: 0 } }, now),
  load: (source, { window }) => source.imbalance(window),
  write: writeImbalance,
}

/** Imbalance of the system and its prices of settlement by quarter-hour. */
export function imbalanceRoute(deps: DocumentDeps) {
  const answerDocument = createDocumentAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerDocument(request))
}

function writeImbalance(quarters: readonly QuarterImbalance[], { window }: DocumentRequest): WireBlock[] {
  const parisText = createParisFormatter()
  return [
    {
      start_date: parisText(window.start.epochMilliseconds),
      end_date: parisText(window.end.epochMilliseconds),
      resolution: 'PT15M',
      values: quarters.map((quarter) => writeQuarter(quarter, parisText)),
    },
  ]
}

function writeQuarter(quarter: QuarterImbalance, parisText: BlockWriting['parisText']): WireSlot {
  const { imbalanceMwh, trend, prices } = quarter
  return {
    start_date: parisText(quarter.startEpochMs),
    end_date: parisText(quarter.endEpochMs),
    imbalance: imbalanceMwh,
    system_trend: trendWords[trend],
    positive_imbalance_settlement_price: prices?.positiveEurPerMwh ?? null,
    negative_imbalance_settlement_price: prices?.negativeEurPerMwh ?? null,
    missing_data_list: prices === null ? priceMembers : [],
    updated_date: parisText(quarter.publishedEpochMs),
  }
}
