import { subscribedKvas, tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import type { TariffKind } from '../../../kit/contract-choice.ts'
import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { termNames } from '../terms/household-terms.ts'
import type { View } from './view.ts'

const dropSign = html`<svg class="drop" viewBox="0 0 90 102" aria-hidden="true"><path class="drop-face" d="${hexagonPath(45, 51, 47)}"/><path class="drop-arrow" d="M45 26v38M29 49l16 16 16-16"/></svg>`
const lockSign = html`<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="2.5" y="7" width="11" height="7" rx="1.5"/><path d="M5 7V4.8a3 3 0 0 1 6 0V7"/></svg>`

/** Kinds of file that the dialog of the browser offers first. */
const acceptedKinds = '.csv,.xlsx,.json,.txt,text/csv,application/json'

/** Where a file is dropped or chosen, and what happens to it. Only the script reads files: without it the zone says so. */
export function renderZone({ texts }: View): Html {
  return html`<div class="zone" id="zone">${dropSign}<p><strong id="zone-title">${texts.zone.drop}</strong></p>
<div class="scripted zone-buttons"><input type="file" id="file" class="unseen" multiple accept="${acceptedKinds}" aria-describedby="zone-private"><label class="btn" for="file" id="file-label">${texts.zone.choose}</label><button type="button" class="btn second" id="forget" hidden>${texts.zone.forget}</button></div>
<p class="unscripted">${texts.zone.unscripted}</p>
<p class="scripted small" id="zone-kinds">${texts.zone.kinds}</p>
<div id="zone-wait" hidden><progress id="zone-progress" max="1" aria-labelledby="zone-say"></progress></div>
<p id="zone-say" role="status"></p><p id="zone-refusal" role="alert" hidden></p>
<p class="private" id="zone-private">${lockSign} ${texts.zone.private}</p></div>`
}

/** How to get the file, by publisher. */
export function renderHowTo({ texts }: View): Html {
  const { summary, publishers, several } = texts.howTo
  return html`<details class="how" id="how"><summary>${summary}</summary><dl>${publishers.map(({ name, steps }) => html`<div><dt>${name}</dt><dd>${steps}</dd></div>`)}</dl><p>${several}</p></details>`
}

/** In the order of the choice: the regulated contracts first. */
const shownTariffs = tariffKinds.toSorted((one, other) => Number(one === 'spot') - Number(other === 'spot'))

/** The reader's contract. Without a script the form asks for the page with another contract; its settings count for a file, which only the script reads. */
export function renderTerms(tariff: TariffKind, view: View): Html {
  const { texts, nameOf, format } = view
  const radios = shownTariffs.map(
    (kind) =>
      html`<label><input type="radio" name="tariff" value="${kind}" ${kind === tariff ? html`checked` : null}><span>${nameOf(kind)}</span></label>`,
  )
  const powers = subscribedKvas.map((kva) => html`<option value="${kva}">${format.quantity(kva, 0, 'kVA')}</option>`)
  return html`<div id="terms"><form id="tariff-form" method="get" action="consommations"><div class="terms-line"><span id="terms-label">${texts.terms.contract}</span><div class="seg" role="radiogroup" aria-labelledby="terms-label">${radios}</div><button class="btn second unscripted" type="submit">${texts.terms.submit}</button></div></form>
<details class="scripted terms-more" id="terms-more"><summary>${texts.terms.more}</summary><p class="small">${texts.terms.ofFile}</p><div class="fields">
<p><label for="kva">${texts.terms.subscribedKva}</label><select id="kva" name="${termNames.subscribedKva}">${powers}</select></p>
${renderField('off-peak', 'offPeak', texts.terms.offPeak, texts.terms.offPeakHint)}
${renderField('adder', 'adder', texts.terms.adder, null)}
${renderField('vat', 'vat', texts.terms.vat, null)}
${renderField('subscription', termNames.spotSubscriptionEur, texts.terms.subscription, null)}
</div></details></div>`
}

function renderField(id: string, name: string, label: string, hint: string | null): Html {
  const mode = name === 'offPeak' ? 'text' : 'decimal'
  return html`<p class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" inputmode="${mode}" autocomplete="off" aria-describedby="${id}-say">${hint === null ? null : html`<span class="small">${hint}</span>`}<span class="bad" id="${id}-say" role="status"></span></p>`
}
