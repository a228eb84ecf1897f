import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { Incident } from '@hexawatt/shared/contract/status'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { isFeed } from '@hexawatt/shared/grid/feeds'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type Html, html } from '../../../kit/html.ts'
import { type View, writeInstant } from '../texts/view.ts'

/** The newest incidents, the newest first. */
export function renderIncidents(
  { incidents, generatedAt, heatMap }: Pick<DashboardResponse, 'incidents' | 'generatedAt' | 'heatMap'>,
  view: View,
): Html {
  const { incidents: words } = view.texts
  if (incidents === null) return html`<p class="notice">${words.unknown}</p>`
  const entries = incidents.map((incident) => {
    const { subject, startedAt } = incident
    return html`<li data-subject="${subject}"><time datetime="${startedAt}">${writeStart(startedAt, generatedAt, view)}</time><span>${describeIncident(incident, view)}</span></li>`
  })
  const gaps = countGaps(heatMap, generatedAt)
  return html`<p class="quiet">${words.lead}</p>${entries.length === 0 ? html`<p class="notice">${gaps === 0 ? words.none : words.noneButGaps(gaps)}</p>` : html`<ol class="log">${entries}</ol>`}`
}

/** Past hours without a score in the weeks that the page shows; an empty log must not deny them. */
function countGaps(heatMap: DashboardResponse['heatMap'], present: string): number {
  const shown = heatMap.filter(({ scores }) => scores.some((score) => score !== null))
  const gaps = shown.map(({ firstHour, scores }) => {
    const pastHours = (Date.parse(present) - Date.parse(firstHour)) / hourMs
    return scores.filter((score, hour) => score === null && hour + 1 <= pastHours).length
  })
  return gaps.reduce((sum, count) => sum + count, 0)
}

/** When an incident began; also of one of today the day is named. */
function writeStart(startedAt: string, present: string, view: View): string {
  const start = writeInstant(startedAt, present, view)
  return view.format.day(startedAt) === view.format.day(present) ? view.texts.incidents.today(start) : start
}

/** What happened, for how long, and what it meant to visitors. */
export function describeIncident({ subject, state, startedAt, endedAt, occurrences }: Incident, view: View): string {
  const { incidents: words, sources } = view.texts
  const what = isFeed(subject) ? words.named(sources.names[subject], words.states[state]) : words.subjects[subject]
  const often = occurrences > 1 ? `, ${words.times(view.format.number(occurrences, 0))}` : ''
  const minutes = endedAt === null ? null : Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)
  const duration = minutes === null ? `, ${words.lasting}` : ` ${words.during(writeDuration(minutes, view))}`
  const effect = writeEffect({ subject, state, endedAt }, view)
  return [`${what}${duration}${often}.`, ...(effect === null ? [] : [effect])].join(' ')
}

function writeEffect(
  { subject, state, endedAt }: Pick<Incident, 'subject' | 'state' | 'endedAt'>,
  { texts }: View,
): string | null {
  const { effects } = texts.incidents
  if (!isFeed(subject)) return effects[subject]
  if (state === 'fallback' || feedFacts[subject].confidenceWeight === 0) return null
  return endedAt === null ? effects.counting : effects.counted
}

/** Minutes below an hour, hours and minutes below two days, else days. */
function writeDuration(minutes: number, { texts }: View): string {
  const { incidents: words } = texts
  if (minutes < 60) return words.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return words.hours(hours, String(minutes % 60).padStart(2, '0'))
  return words.days(Math.round(hours / 24))
}
