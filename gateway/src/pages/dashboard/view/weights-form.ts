import { dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import type { View } from '../texts/view.ts'
import { type Html, html } from './html.ts'

/** Sliders for the four dimensions, in percent (of no use without JavaScript, or without hours to rank). */
export function weightsForm({ texts, format }: View, hasHours: boolean): Html {
  const words = texts.hours
  const names = profiles.map(({ name }) => html`<option value="${name}">${words.profiles[name]}</option>`)
  const sliders = dimensions.map((dimension) => {
    const share = 100 * nationalWeights[dimension]
    return html`<label>${texts.dimensions[dimension]} <output id="share-${dimension}">${format.quantity(share, 0, texts.units.percent)}</output><input type="range" id="weight-${dimension}" min="0" max="100" step="5" value="${share}"></label>`
  })
  return html`<form id="weights" class="scripted" aria-label="${words.weights}" ${hasHours ? null : html`hidden`}><fieldset><legend>${words.weights}</legend><p class="quiet" id="weights-hint">${words.weightsHint}</p><p class="notice" id="weights-none" role="alert" hidden>${words.weightsNone}</p>
<label class="profile">${words.profile} <select id="profile">${names}<option value="custom">${words.ownProfile}</option></select></label><div class="sliders">${sliders}</div></fieldset></form>`
}
