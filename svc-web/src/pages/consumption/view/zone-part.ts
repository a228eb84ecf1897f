import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from './view.ts'

const dropSign = html`<svg class="drop" viewBox="0 0 90 102" aria-hidden="true"><path class="drop-face" d="${hexagonPath(45, 51, 47)}"/><path class="drop-arrow" d="M45 26v38M29 49l16 16 16-16"/></svg>`
const lockSign = html`<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="2.5" y="7" width="11" height="7" rx="1.5"/><path d="M5 7V4.8a3 3 0 0 1 6 0V7"/></svg>`

/** Kinds of file that the dialog of the browser offers first. */
const acceptedKinds = '.csv,.xlsx,.json,.txt,text/csv,application/json'

/** Where a file is dropped or chosen, and what happens to it. Only the script reads files: without it the zone says so. */
export function renderZone({ texts, say }: View): Html {
  return html`<div class="zone" id="zone">${dropSign}<p class="zone-title"><strong>${texts.zone.drop}</strong></p>
<div class="scripted zone-buttons"><input type="file" id="file" class="unseen" multiple accept="${acceptedKinds}" aria-describedby="zone-private"><label class="btn" for="file" id="file-label">${texts.zone.choose}</label><button type="button" class="btn second" id="forget" hidden>${texts.zone.forget}</button></div>
<p class="unscripted">${say(texts.zone.unscripted)}</p>
<p class="scripted small" id="zone-kinds">${say(texts.zone.kinds)}</p>
<div id="zone-wait" hidden><progress id="zone-progress" max="1" aria-labelledby="zone-say"></progress></div>
<p id="zone-say" role="status"></p><p id="zone-refusal" class="bad" role="alert"></p>
<p class="private" id="zone-private">${lockSign} ${texts.zone.private}</p></div>`
}

/** How to get the file, by publisher. */
export function renderHowTo({ texts, say }: View): Html {
  const { summary, publishers, several } = texts.howTo
  return html`<details class="how" id="how"><summary>${say(summary)}</summary><dl>${publishers.map(({ name, steps }) => html`<div><dt>${name}</dt><dd>${say(steps)}</dd></div>`)}</dl><p>${say(several)}</p></details>`
}
