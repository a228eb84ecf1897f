import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { isFeed, listFeedNames } from '@hexawatt/shared/grid/feeds'
import { addDays } from '@hexawatt/shared/time/paris-clock'
import { renderHexagonSign } from '../../../../kit/hexagon.ts'
import { type Html, html } from '../../../../kit/html.ts'
import type { ContractPrices } from '../contract-prices.ts'
import { joinWords, readParisClock, writeClock } from '../day-words.ts'
import { findSignalDay, isSignalLate } from '../grid-tension.ts'
import { findTempoNow } from '../tempo-now.ts'
import type { TodayView } from '../texts/view.ts'
import { isAlarming, pickWorstFacts, type StatusFact } from './status-fact.ts'
import { findTempoFacts } from './tempo-facts.ts'
import { findTensionFacts } from './tension-facts.ts'

/** Late sources that the quiet line names. */
const namedSources = 2

/** The status of the day: one full-width band with the worst two facts, or one quiet line where nothing asks for action. */
export function renderStatus(
  dashboard: DashboardResponse,
  prices: ContractPrices,
  nowMs: number,
  view: TodayView,
): Html {
  const facts = pickWorstFacts([
    ...findTensionFacts(dashboard, nowMs, view),
    ...findTempoFacts(dashboard, prices, nowMs, view),
    ...(dashboard.stale ? [describeStop(dashboard, nowMs, view)] : []),
  ])
  if (facts.length === 0) return renderQuietLine(dashboard, nowMs, view)
  return html`${renderBand(facts, view)}${dashboard.stale ? null : renderTroubleLine(dashboard, view)}`
}

function describeStop({ generatedAt }: DashboardResponse, nowMs: number, view: TodayView): StatusFact {
  const { data, serviceState } = view.texts.status
  const stoppedMs = Date.parse(generatedAt)
  const { date } = readParisClock(stoppedMs)
  const today = readParisClock(nowMs).date
  const time = writeClock(stoppedMs, view)
  // Where only the dashboard is known, it is not known whether its day is today.
  const when = date === today && nowMs > stoppedMs ? data.at(time) : data.onDay(view.format.day(generatedAt), time)
  return {
    ...{ rank: 'stale', mark: 'clock', sign: 'data', title: data.stale(when), advice: data.staleText },
    link: { href: 'etat', text: serviceState },
  }
}

function renderBand(facts: readonly StatusFact[], { texts }: TodayView): Html {
  const { label, dataLabel } = texts.status
  const parts = facts.map(
    ({ mark, sign, title, advice }) =>
      html`<div>${renderHexagonSign(mark, sign)}<strong>${title}</strong><p>${advice}</p></div>`,
  )
  const link = facts[0]?.link
  const kind = `${facts.some(isAlarming) ? '' : ' warn'}${facts.length === 1 ? ' one' : ''}`
  const name = facts.every(({ sign }) => sign === 'data') ? dataLabel : label
  return html`<section class="band${kind}" aria-label="${name}"><div class="in">
${parts}${link ? html`<a href="${link.href}">${link.text}</a>` : null}</div></section>`
}

/** What makes the data less certain, below a band that has no room for it; null where nothing does. */
function renderTroubleLine(dashboard: DashboardResponse, view: TodayView): Html | null {
  const late = writeLateSources(dashboard, view)
  if (late === null && dashboard.outlook !== null) return null
  return renderLine('unknown', renderTroubles(dashboard, late, view), view.texts.status.dataLabel)
}

function renderLine(sign: 'fine' | 'unknown', words: Html, label: string): Html {
  const drawing = renderHexagonSign(sign === 'fine' ? 'tick' : 'plain', sign)
  return html`<section class="calm" aria-label="${label}"><div class="in"><span>${drawing}<span>${words}</span></span></div></section>`
}

/** Says what is known of the day. It is called calm only where everything is known and on time. */
function renderQuietLine(dashboard: DashboardResponse, nowMs: number, view: TodayView): Html {
  const { status } = view.texts
  const { color, next } = findTempoNow(dashboard, nowMs)
  const today = readParisClock(nowMs).date
  const isGridKnown = findSignalDay(dashboard, today) !== null
  const isTomorrowKnown = findSignalDay(dashboard, addDays(today, 1)) !== null
  const late = writeLateSources(dashboard, view)
  const isComplete = late === null && dashboard.outlook !== null
  const isCalm = isGridKnown && color === 'Bleu' && isComplete
  const missing = dashboard.mode === 'open' ? 'notOpen' : isSignalLate(dashboard) ? 'unknown' : 'notPublished'
  const grid = isGridKnown ? status.ecowatt.fine : status.ecowatt[missing]
  const facts =
    isGridKnown && isTomorrowKnown && color === 'Bleu' && next === 'Bleu'
      ? status.ecowatt.fineBoth
      : isGridKnown
        ? `${grid}, ${writeColors(color, next, view)}.`
        : `${writeColors(color, next, view)}. ${grid}`
  const troubles = isComplete ? null : html` ${renderTroubles(dashboard, late, view)}`
  const words = html`${isCalm ? html`<b>${status.calm}</b> ` : null}${facts}${troubles}`
  return renderLine(isGridKnown && color !== null ? 'fine' : 'unknown', words, status.label)
}

type Color = ReturnType<typeof findTempoNow>['color']

function writeColors(color: Color, next: Color, { texts }: TodayView): string {
  const { tempo } = texts.status
  if (color === null) return tempo.unknown
  if (next === null) return tempo.todayOnly(tempo.names[color])
  return color === next ? tempo.both(tempo.names[color]) : tempo.twoDays(tempo.names[color], tempo.names[next])
}

function renderTroubles({ outlook }: DashboardResponse, late: string | null, { texts }: TodayView): Html {
  const { data } = texts.status
  const what = `${outlook === null ? data.noForecast : ''}${late === null ? '' : data.late(late)}`
  return html`${what}<a href="etat">${data.stateLink}</a>.`
}

/**
 * Names of the sources that are late or missing and count in the confidence, the weightiest first; null where none is. A source that open mode never has is
 * not late; of the grid signal it has past days only.
 */
function writeLateSources({ sources, mode }: DashboardResponse, { texts, language }: TodayView): string | null {
  const { data, sourceNames } = texts.status
  const names = listFeedNames(language)
  const late = sources
    .filter(({ availabilityPct, confidenceWeight }) => (confidenceWeight ?? 0) > 0 && (availabilityPct ?? 100) < 100)
    .filter(({ id, lastSuccess }) => mode !== 'open' || (lastSuccess !== null && id !== 'grid_signals'))
    .sort((one, other) => (other.confidenceWeight ?? 0) - (one.confidenceWeight ?? 0))
    .map(({ id }) => sourceNames[id as keyof typeof sourceNames] ?? (isFeed(id) ? names[id] : id))
  if (late.length === 0) return null
  const rest = late.length - namedSources
  return joinWords([...late.slice(0, namedSources), ...(rest > 0 ? [data.more(rest)] : [])], texts.and)
}
