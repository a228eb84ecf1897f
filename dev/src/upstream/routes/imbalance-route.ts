import type { DocumentDeps } from '../documents/document-source.ts'
import type { QuarterImbalance, SystemTrend } from '../documents/imbalance.ts'
import { type BlockWriting, createParisFormatter, type WireBlock, type WireSlot } from '../operator/blocks.ts'
import { operatorRoute } from '../operator/operator-route.ts'
import { readTimeWindow } from '../operator/query.ts'
import type { TimeWindow } from '../subjects/span.ts'

const errorPrefix = 'BALANCENERGY_IMBDATA'

/** French words in an otherwise English interface. */
const trendWords: Readonly<Record<SystemTrend, string>> = { up: 'Hausse', down: 'Baisse', none: 'Équilibre' }
/** Members that `missing_data_list` names until their publication. */
const priceMembers = ['positive_imbalance_settlement_price', 'negative_imbalance_settlement_price'] as const

/** Imbalance of the system and its settlement prices by quarter-hour. */
export function imbalanceRoute(deps: DocumentDeps) {
  return operatorRoute(
    {
      subject: 'imbalance',
      path: '/open_api/balancing_energy/v5/imbalance_data',
      rootName: 'imbalance_data',
      errorPrefix,
      read: (query, now) => ({
        window: readTimeWindow(query, { errorPrefix, maxWindowDays: 31, latestEnd: { daysAhead: 0 } }, now),
      }),
      load: ({ window }) => deps.documents.imbalance(window),
      write: (quarters, { window }) => [writeImbalance(quarters, window)],
    },
    deps,
  )
}

function writeImbalance(quarters: readonly QuarterImbalance[], window: TimeWindow): WireBlock {
  const parisText = createParisFormatter()
  return {
    start_date: parisText(window.start.epochMilliseconds),
    end_date: parisText(window.end.epochMilliseconds),
    resolution: 'PT15M',
    values: quarters.map((quarter) => writeQuarter(quarter, parisText)),
  }
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
