import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { View } from '../texts/view.ts'
import { isDashboardDegraded } from './degraded.ts'
import { type Html, html } from './html.ts'

/** What has to be known before anything else on the page is believed. */
export function bannerPart(dashboard: DashboardResponse | null, { texts, format }: View): Html {
  const { banner } = texts
  if (dashboard === null) return html`<p class="banner loud">${banner.nothing}</p>`
  const { mode, stale, generatedAt } = dashboard
  const staleText = html`<p class="banner loud">${banner.stale} ${format.moment(generatedAt)}.</p>`
  return html`${mode === 'live' ? null : html`<p class="banner mode">${banner.modes[mode]}</p>`}
${stale ? staleText : null}${!stale && isDashboardDegraded(dashboard) ? html`<p class="banner">${banner.degraded}</p>` : null}`
}
