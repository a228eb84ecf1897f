import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { type HexagonMark, renderHexagonSign } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { type View, writeInstant } from '../texts/view.ts'
import type { Accuracy } from './accuracy-part.ts'
import { findSavings } from './accuracy-part.ts'
import { listExpected, listFailing, type RatedSource, rateSources } from './source-states.ts'

/** Failing sources that the headline names; the table has them all. */
const namedSources = 2

type Headline = { sign: { mark: HexagonMark; name: string }; title: string; lead: string }

const well = { mark: 'tick', name: 'well' } as const
const late = { mark: 'warning', name: 'late' } as const
const gone = { mark: 'warning', name: 'gone' } as const
const stopped = { mark: 'clock', name: 'stopped' } as const

/** What a visitor must know first: the worst of what holds. */
export function composeHeadline(dashboard: DashboardResponse | null, view: View): Headline {
  const { headline: words } = view.texts
  if (dashboard === null) return { sign: stopped, title: words.nothing, lead: words.nothingLead }
  const { generatedAt, stale, hours, score, mode } = dashboard
  if (stale) {
    return { sign: stopped, title: words.stale(view.format.time(generatedAt)), lead: words.staleLead }
  }
  const failing = listFailing(rateSources(dashboard))
  const reasons = describeFailing(failing, generatedAt, view)
  if (score === null) return { sign: late, title: words.noScore, lead: [words.noScoreLead, ...reasons].join(' ') }
  if (hours.length === 0)
    return { sign: late, title: words.noForecast, lead: [words.noForecastLead, ...reasons].join(' ') }
  const confidence = view.format.quantity(score.confidence, 0, '%')
  if (failing.length === 0) {
    return {
      sign: well,
      title: words.well,
      lead: mode === 'open' ? words.openLead(confidence) : words.wellLead(confidence),
    }
  }
  const isCounted = failing.some(({ confidenceWeight }) => (confidenceWeight ?? 0) > 0)
  const effect = isCounted ? words.confidence(confidence) : words.uncounted
  const hidden = failing.length - namedSources
  return {
    // The worst sign of the table below.
    sign: failing.some(({ state }) => state === 'missing') ? gone : late,
    title: nameFailing(failing, view),
    lead: [...reasons, effect, ...(hidden > 0 ? [] : [words.rest])].join(' '),
  }
}

function nameFailing(failing: readonly RatedSource[], { texts }: View): string {
  const { headline: words } = texts
  const missing = failing.filter(({ state }) => state === 'missing').length
  if (missing === 0) return words.late(failing.length)
  return missing === failing.length ? words.missing(missing) : words.lateAndMissing(failing.length)
}

function describeFailing(failing: readonly RatedSource[], present: string, view: View): string[] {
  const { headline: words, sources } = view.texts
  const named = failing.slice(0, namedSources).map(({ id, state, newestSlot }) => {
    const name = sources.names[id]
    if (newestSlot === null) return words.gone(name)
    const time = writeInstant(newestSlot, present, view)
    return state === 'missing' ? words.outdated(name, time) : words.until(name, time)
  })
  const hidden = failing.length - namedSources
  return hidden > 0 ? [...named, words.more(hidden)] : named
}

/** Title, sentence and four figures. */
export function renderHeadline(dashboard: DashboardResponse | null, accuracy: Accuracy, view: View): Html {
  const { texts } = view
  const { sign, title, lead } = composeHeadline(dashboard, view)
  return html`<p class="eyebrow">${texts.eyebrow}</p><h1>${renderHexagonSign(sign.mark, sign.name)}${title}</h1><p class="lead">${lead}</p>
${dashboard === null ? null : renderFacts(dashboard, accuracy, view)}`
}

function renderFacts(dashboard: DashboardResponse, accuracy: Accuracy, view: View): Html {
  const { texts, format } = view
  const { facts: words } = texts
  const { generatedAt, score, stale } = dashboard
  const rated = rateSources(dashboard)
  const expected = listExpected(rated)
  const failing = listFailing(rated)
  const absent = rated.filter(({ state }) => state === 'absent').length
  const count = (value: number): string => format.number(value, 0)
  // The language decides whether a space stands before the sign.
  const percent = (value: number): Html => html`${format.quantity(value, 0, '%').slice(0, -1)}<small>%</small>`
  const onTime = stale ? words.onTimeThen : words.onTime
  const sources = absent === 0 ? onTime : `${onTime}${words.notPublished(absent)}`
  const saving = findSavings(accuracy)
  return html`<dl class="facts">
${renderFact(words.computed, html`<time datetime="${generatedAt}">${format.time(generatedAt)}</time>`)}
${renderFact(sources, html`${count(expected.length - failing.length)} <small>${words.of(count(expected.length))}</small>`)}
${renderFact(stale ? words.confidenceThen : words.confidence, score === null ? html`${texts.unknown}` : percent(score.confidence))}
${saving === null ? renderFact(words.savingUnknown, html`${texts.unknown}`) : renderFact(words.saving, percent(saving.forecast))}
</dl>`
}

const renderFact = (name: string, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
