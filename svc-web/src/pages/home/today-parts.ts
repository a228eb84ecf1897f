import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { ContractChoice } from '../../kit/contract-choice.ts'
import type { Html } from '../../kit/html.ts'
import { findContractPrices } from './today/contract-prices.ts'
import { renderDoor } from './today/door-part.ts'
import { renderEcowattDays } from './today/ecowatt-part.ts'
import { renderExchanges } from './today/exchanges-part.ts'
import { renderNow } from './today/now-part.ts'
import { renderStatus } from './today/status/status-part.ts'
import { renderTempoWeek } from './today/tempo-part.ts'
import type { TodayView } from './today/texts/view.ts'

/** Everything of the home page but answer, choice and landscape; each part is a section. */
export type TodayParts = Readonly<Record<'status' | 'now' | 'exchanges' | 'tempo' | 'ecowatt' | 'door', Html>>

/**
 * Renders the state of the day, on the server and in the browser.
 *
 * @param table contracts in force
 * @param nowMs the present moment as far as the page knows it
 */
export function renderToday(
  dashboard: DashboardResponse,
  contract: ContractChoice,
  table: ContractTable,
  nowMs: number,
  view: TodayView,
): TodayParts {
  const prices = findContractPrices(dashboard, contract, table, nowMs)
  return {
    status: renderStatus(dashboard, prices, nowMs, view),
    now: renderNow(dashboard, prices, nowMs, view),
    exchanges: renderExchanges(dashboard, view),
    tempo: renderTempoWeek(dashboard, nowMs, view),
    ecowatt: renderEcowattDays(dashboard, nowMs, view),
    door: renderDoor(dashboard, view),
  }
}
