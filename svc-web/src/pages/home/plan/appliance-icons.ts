import { type Html, html } from '../../../kit/html.ts'
import type { Appliance } from './appliances.ts'

const icon = (content: Html): Html => html`<svg class="ico" viewBox="0 0 24 24" aria-hidden="true">${content}</svg>`

/** A sign for each appliance, in the line style of the site's signs. */
export const applianceIcons: Readonly<Record<Appliance, Html>> = {
  'washing-machine': icon(
    html`<rect x="4" y="2.5" width="16" height="19" rx="2.5"/><circle cx="12" cy="13.5" r="4.75"/><path d="M7.25 6h2.5M8 14.2c1.3-1.2 2.7-1.2 4 0s2.7 1.2 4 0"/>`,
  ),
  dishwasher: icon(
    html`<rect x="4" y="2.5" width="16" height="19" rx="2.5"/><path d="M4 7.5h16M7.25 5h2.5M8 18v-6.5M12 18v-6.5M16 18v-6.5M6.8 18h10.4"/>`,
  ),
  'tumble-dryer': icon(
    html`<rect x="4" y="2.5" width="16" height="19" rx="2.5"/><circle cx="12" cy="13.5" r="4.75"/><path d="M14.25 6h2.5M10.4 11.6c1 1.2-1 2.4 0 3.8M13.6 11.6c1 1.2-1 2.4 0 3.8"/>`,
  ),
  'water-heater': icon(
    html`<rect x="6.5" y="2.5" width="11" height="15.5" rx="4.5"/><path d="M9.5 18v3.5M14.5 18v3.5M12 6.5c2.2 2.4 3 3.6 3 5a3 3 0 0 1-6 0c0-1.4.8-2.6 3-5z"/>`,
  ),
  'heat-pump': icon(
    html`<rect x="2.5" y="5" width="19" height="13.5" rx="2"/><circle cx="9" cy="11.75" r="4"/><path d="M9 7.75v8M5 11.75h8M16.5 8.5h2M16.5 11.75h2M16.5 15h2M6 18.5V21M18 18.5V21"/>`,
  ),
  car: icon(
    html`<path d="M3 16.5v-4l2.2-5A2 2 0 0 1 7 6.25h7a2 2 0 0 1 1.7 1l2.3 4.25 2 .8a1.6 1.6 0 0 1 1 1.5v2.7h-2.2M8.8 16.5h5.4M3 16.5h.8M4.6 11.5H18"/><circle cx="6.3" cy="17" r="2.3"/><circle cx="16.6" cy="17" r="2.3"/>`,
  ),
}
