import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { parisDate } from '@hexawatt/shared/time/paris'
import { formatKeyEnds } from '../../../accounts/account-inputs.ts'
import type { ListedKey } from '../../../accounts/account-store.ts'
import { findKeyState } from '../../../accounts/key-bodies.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { MemberRequest } from '../member-page.ts'
import { createForm, type KeyAction, keysPath, type RefusedForm } from './key-forms.ts'
import type { KeysPageTexts } from './keys-page-texts.ts'

/** Input of the parts of the page. */
export type KeysView = {
  asked: MemberRequest
  texts: KeysPageTexts
  now: Temporal.Instant
  keys: readonly ListedKey[]
  /** null = no form was refused. */
  refused: RefusedForm | null
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
  return html`<section class="card once" role="status"><h2>${once.heading}</h2><p>${once.lead}</p><pre><code id="new-key">${key}</code></pre>${end}
<p>${once.tryIt}</p><pre><code>curl -H "X-Api-Key: ${key}" ${publicBaseUrl}${getScore.path}</code></pre>
<p><a class="btn" href="${keysPath}">${once.loaded}</a></p></section>`
}

/** The valid keys, each with its forms. @param allowed active keys of the plan */
export function renderValidKeys(view: KeysView, allowed: number): Html {
  const { texts, now, asked } = view
  const valid = view.keys.filter((key) => isValid(key, now))
  const active = valid.filter(({ replacedBy }) => replacedBy === null).length
  const count = (value: number): string => asked.format.number(value, 0)
  const more = active < allowed ? null : html` <a href="/account/plan">${texts.morePlaces}</a>`
  const list =
    valid.length === 0
      ? html`<p class="notice">${texts.none}</p>`
      : html`<div class="items">${valid.map((key) => renderValidKey(key, view))}</div>`
  return html`<section><p>${texts.lead(count(active), count(allowed))}${more}</p>${list}</section>`
}

function renderValidKey(key: ListedKey, view: KeysView): Html {
  const { texts, now, asked } = view
  const { facts, rename, expire, rotate, revoke, created } = texts
  const moment = (instant: Temporal.Instant): string => asked.format.moment(`${instant}`, `${now}`)
  const formOf = (action: KeyAction) => createForm(view, action, key.keyId)
  const forms = {
    rotate: formOf('rotate'),
    rename: formOf('rename'),
    expire: formOf('expire'),
    revoke: formOf('revoke'),
  }
  const isOpen = Object.values(forms).some(({ isRefused }) => isRefused)
  const rotation = html`<p>${rotate.lead}</p>${forms.rotate.renderOverlap()}<button class="btn">${rotate.submit}</button>`
  const naming = html`${forms.rename.renderName(rename.label, key.name)}<button class="btn second">${rename.submit}</button>`
  const ending = html`${forms.expire.renderDay(expire.label, findLastDay(key.expiresAt), created.endHint)}<button class="btn second">${expire.submit}</button>`
  const revocation = html`${forms.revoke.renderConfirmation()}<button class="btn danger">${revoke.submit}</button>`
  return html`<article class="item" id="${key.keyId}"><h2>${key.name}</h2><p class="state">${texts.states[findKeyState(key, now)]}</p>
<dl class="facts"><div><dt>${facts.key}</dt><dd><code>${formatKeyEnds(key)}</code></dd></div><div><dt>${facts.since}</dt><dd>${moment(key.createdAt)}</dd></div>
<div><dt>${facts.end}</dt><dd>${key.expiresAt === null ? facts.endless : moment(key.expiresAt)}</dd></div></dl>
<details ${isOpen ? html`open` : null}><summary>${texts.change}</summary><div class="forms">${key.replacedBy === null ? forms.rotate.render(rotation) : null}
${forms.rename.render(naming)}${forms.expire.render(ending)}${forms.revoke.render(revocation)}</div></details></article>`
}

/** The last day in Paris on which a key is valid, in the format of the form. */
function findLastDay(expiresAt: Temporal.Instant | null): string {
  if (expiresAt === null) return ''
  return `${parisDate(expiresAt.subtract({ nanoseconds: 1 }))}`
}

/** The form that creates a key. */
export function renderCreateForm(view: KeysView): Html {
  const { created } = view.texts
  const form = createForm(view, 'create', null)
  const fields = html`<div class="row">${form.renderName(created.name, created.usualName)}${form.renderDay(created.end, '', created.endHint)}</div><button class="btn">${created.submit}</button>`
  return html`<section><h2>${created.heading}</h2>${form.render(fields)}</section>`
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
