import { subscribedKvas, tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import type { TariffKind } from '../../../kit/contract-choice.ts'
import { type Html, html } from '../../../kit/html.ts'
import { termNames } from '../terms/household-terms.ts'
import type { View } from './view.ts'

/** In the order of the choice: the regulated contracts first. */
const shownTariffs = tariffKinds.toSorted((one, other) => Number(one === 'spot') - Number(other === 'spot'))

/** The reader's contract. Without a script the form asks for the page with another contract; its settings count for a file, which only the script reads. */
export function renderTerms(tariff: TariffKind, view: View): Html {
  const { texts, nameOf, format } = view
  const radios = shownTariffs.map(
    (kind) =>
      html`<label><input type="radio" name="tariff" value="${kind}" ${kind === tariff ? html`checked` : null}><span>${nameOf(kind)}</span></label>`,
  )
  const powers = subscribedKvas.map(
    (kva) => html`<option value="${kva}">${format.quantity(kva, 0, 'kVA')}</option>`,
  )
  return html`<form id="terms" method="get" action="consommations"><div class="terms-line"><span id="terms-label">${texts.terms.contract}</span><div class="seg" role="radiogroup" aria-labelledby="terms-label">${radios}</div><button class="btn second unscripted" type="submit">${texts.terms.submit}</button></div>
<details class="scripted terms-more" id="terms-more"><summary>${texts.terms.more}</summary><div class="fields">
<p><label for="kva">${texts.terms.subscribedKva}</label><select id="kva" name="${termNames.subscribedKva}">${powers}</select></p>
${renderField('off-peak', 'offPeak', texts.terms.offPeak, texts.terms.offPeakHint, view)}
${renderField('adder', 'adder', texts.terms.adder, null, view)}
${renderField('vat', 'vat', texts.terms.vat, null, view)}
${renderField('subscription', termNames.spotSubscriptionEur, texts.terms.subscription, null, view)}
</div></details></form>`
}

function renderField(id: string, name: string, label: string, hint: string | null, { say }: View): Html {
  const mode = name === 'offPeak' ? 'text' : 'decimal'
  return html`<p class="field"><label for="${id}">${say(label)}</label><input id="${id}" name="${name}" inputmode="${mode}" autocomplete="off" aria-describedby="${id}-say">${hint === null ? null : html`<span class="small">${say(hint)}</span>`}<span class="bad" id="${id}-say" role="status"></span></p>`
}
