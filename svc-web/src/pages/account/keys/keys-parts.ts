import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { parisDate } from '@hexawatt/shared/time/paris'
import { defaultOverlapHours, formatKeyEnds, maxNameLength } from '../../../accounts/account-inputs.ts'
import type { ListedKey } from '../../../accounts/account-store.ts'
import { findKeyState } from '../../../accounts/key-bodies.ts'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { MemberRequest } from '../member-page.ts'
import type { KeysPageTexts } from './keys-page-texts.ts'

export const keysPath = '/account/keys'

/** Overlaps that the form offers, hours. */
export const offeredOverlaps = [0, 1, defaultOverlapHours, 168, 720] as const

/** Input of the parts of the page. */
export type KeysView = {
  asked: MemberRequest
  texts: KeysPageTexts
  now: Temporal.Instant
  keys: readonly ListedKey[]
}

const isValid = (key: ListedKey, now: Temporal.Instant): boolean =>
  ['active', 'replaced'].includes(findKeyState(key, now))

/** A new key, shown whole only once, and a call that uses it. */
export function renderKeyOnce({
  key,
  replacedEndsAt,
  publicBaseUrl,
  asked: { format },
  texts: { once },
}: {
  key: string
  replacedEndsAt: Temporal.Instant | null
  publicBaseUrl: string
  asked: MemberRequest
  texts: KeysPageTexts
}): Html {
  const end = replacedEndsAt === null ? null : html`<p>${once.replaced(format.moment(`${replacedEndsAt}`))}</p>`
  return html`<section role="status"><h2>${once.heading}</h2><p>${once.lead}</p><pre class="once"><code id="new-key">${key}</code></pre>${end}
<p>${once.tryIt}</p><pre><code>curl -H "X-Api-Key: ${key}" ${publicBaseUrl}${getScore.path}</code></pre>
<p><a href="${keysPath}">${once.loaded}</a></p></section>`
}

/** The valid keys, each with its forms. @param allowed active keys of the plan */
export function renderValidKeys(view: KeysView, allowed: number): Html {
  const { texts, now, asked } = view
  const valid = view.keys.filter((key) => isValid(key, now))
  const active = valid.filter(({ replacedBy }) => replacedBy === null).length
  const count = (value: number): string => asked.format.number(value, 0)
  return html`<section><h2>${texts.heading}</h2><p>${texts.lead(count(active), count(allowed))}${active < allowed ? null : html` <a href="/account/plan">${texts.morePlaces}</a>`}</p>
${valid.length === 0 ? html`<p class="notice">${texts.none}</p>` : valid.map((key) => renderValidKey(key, view))}</section>`
}

function renderValidKey(key: ListedKey, view: KeysView): Html {
  const { texts, now, asked } = view
  const { facts, rename, expire, rotate, revoke } = texts
  const moment = (instant: Temporal.Instant): string => asked.format.moment(`${instant}`, `${now}`)
  const form = (action: string, content: Html): Html =>
    html`<form method="post" action="${keysPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="${action}"><input type="hidden" name="key" value="${key.keyId}">${content}</form>`
  const overlaps = offeredOverlaps.map(
    (hours) =>
      html`<option value="${hours}" ${hours === defaultOverlapHours ? html`selected` : null}>${rotate.overlaps(hours)}</option>`,
  )
  const rotateForm =
    key.replacedBy === null
      ? html`<p>${rotate.lead}</p>${form('rotate', html`<label>${rotate.label}<select name="overlap">${overlaps}</select></label><p><button>${rotate.submit}</button></p>`)}`
      : null
  return html`<article class="mail" id="${key.keyId}"><h3>${key.name}</h3>
<dl><dt>${facts.key}</dt><dd><code>${formatKeyEnds(key)}</code></dd><dt>${facts.state}</dt><dd>${texts.states[findKeyState(key, now)]}</dd>
<dt>${facts.since}</dt><dd>${moment(key.createdAt)}</dd><dt>${facts.end}</dt><dd>${key.expiresAt === null ? facts.endless : moment(key.expiresAt)}</dd></dl>
<details><summary>${texts.change}</summary>${rotateForm}
${form('rename', html`<label>${rename.label}<input name="name" value="${key.name}" required maxlength="${maxNameLength}" autocomplete="off"></label><p><button class="plain-button">${rename.submit}</button></p>`)}
${form('expire', html`<label>${expire.label}<input type="date" name="day" value="${findLastDay(key.expiresAt)}"></label><p><button class="plain-button">${expire.submit}</button></p>`)}
${form('revoke', html`<label class="inline"><input type="checkbox" name="confirm" value="yes" required> ${revoke.confirm}</label><p><button class="danger">${revoke.submit}</button></p>`)}</details></article>`
}

/** The last day in Paris on which a key is valid, in the format of the form. */
function findLastDay(expiresAt: Temporal.Instant | null): string {
  if (expiresAt === null) return ''
  return `${parisDate(expiresAt.subtract({ nanoseconds: 1 }))}`
}

/** The form that creates a key. */
export function renderCreateForm({ texts: { created }, asked }: KeysView): Html {
  return html`<section><h2>${created.heading}</h2><form method="post" action="${keysPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="create">
<label>${created.name}<input name="name" value="${created.usualName}" required maxlength="${maxNameLength}" autocomplete="off"></label>
<label>${created.end}<input type="date" name="day"></label><p class="quiet">${created.endHint}</p><p><button>${created.submit}</button></p></form></section>`
}

/** The keys that no longer work; nothing when there are none. */
export function renderEndedKeys({ texts, asked, now, keys }: KeysView): Html | null {
  const ended = keys.filter((key) => !isValid(key, now))
  if (ended.length === 0) return null
  const { facts } = texts
  const rows = ended.map(
    (key) =>
      html`<tr><th scope="row">${key.name}</th><td data-label="${facts.key}"><code>${formatKeyEnds(key)}</code></td><td data-label="${facts.since}">${asked.format.moment(`${key.createdAt}`, `${now}`)}</td><td data-label="${facts.state}">${texts.states[findKeyState(key, now)]}</td></tr>`,
  )
  return html`<section><h2>${texts.ended.heading}</h2><div class="scroll" tabindex="0" role="region" aria-label="${texts.ended.heading}"><table class="plain short stacked">
<thead><tr><th scope="col">${texts.ended.name}</th><th scope="col">${facts.key}</th><th scope="col">${facts.since}</th><th scope="col">${facts.state}</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}
