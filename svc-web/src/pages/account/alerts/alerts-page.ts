import { describeCondition } from '@hexawatt/shared/alerts/alert-texts'
import { findPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { findAccount } from '../../../accounts/account-store.ts'
import { type AlertDeps, AlertRefusedError, createAlertChanges } from '../../../alerts/alert-changes.ts'
import {
  findAlert,
  type ListedAlert,
  type ListedDelivery,
  listAlerts,
  listDeliveries,
} from '../../../alerts/alert-store.ts'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import { renderDone, renderProblem } from '../../../kit/private/fields.ts'
import type { Acted, MemberPage, MemberRequest } from '../member-page.ts'
import { alertsPath, createForms, findFormKind, type RefusedAlert } from './alert-forms.ts'
import { readAlertForm } from './alert-input.ts'
import { refuseField, refuseUrl } from './alert-refusals.ts'
import { type AlertsPageTexts, type DoneNotice, doneNotices } from './alerts-texts.ts'
import { english } from './english.ts'
import { french } from './french.ts'

const alertsPageTexts: Readonly<Record<Language, AlertsPageTexts>> = { fr: french, en: english }

/** The page of an account's alerts, and the page of one alert (`?alert=`) with its messages. */
export function createAlertsPages(deps: AlertDeps): MemberPage[] {
  const { sql, plans, secrets } = deps
  const changes = createAlertChanges(deps)
  const hasWebhooks = secrets.keyId !== null

  async function listPage(asked: MemberRequest, notice: Html | null, refused: RefusedAlert | null): Promise<Html> {
    const texts = alertsPageTexts[asked.language]
    const { accountId } = asked.member
    const [alerts, account] = [await listAlerts(sql, accountId), await findAccount(sql, accountId)]
    const allowed = (account && findPlan(plans, account.plan)?.alerts) ?? 0
    return html`<section>${notice}<p>${texts.count(asked.format.number(alerts.length, 0), asked.format.number(allowed, 0))}</p>
${alerts.length === 0 ? html`<p>${texts.none}</p>` : renderAlertsTable(alerts, asked, texts)}<p class="quiet">${texts.note}</p></section>
<section><h2>${texts.create}</h2>${createForms({ asked, texts, hasWebhooks, refused })}</section>`
  }

  async function renderAlertPage(asked: MemberRequest, alert: ListedAlert, notice: Html | null): Promise<Html> {
    const texts = alertsPageTexts[asked.language]
    const deliveries = await listDeliveries(sql, alert.id)
    return html`${renderAlertSection(alert, asked, texts, notice)}
<section><h2>${texts.detail.messages}</h2>${deliveries.length === 0 ? html`<p>${texts.detail.noMessages}</p>` : renderDeliveriesTable(alert, deliveries, asked, texts)}</section>`
  }

  /** The page of the form, with everything that was typed, and the reason. */
  async function refused(asked: MemberRequest, reason: RefusedAlert, status: 400 | 409): Promise<Acted> {
    const { entered, problem } = reason
    const isNew = entered.get('action') === 'create' && findFormKind(entered) !== null
    if (isNew) return { status, content: await listPage(asked, null, reason) }
    const notice = renderProblem(problem)
    const alert = await findAlert(sql, asked.member.accountId, entered.get('alert') ?? '')
    const content = alert === null ? await listPage(asked, notice, null) : await renderAlertPage(asked, alert, notice)
    return { status, content }
  }

  /** Performs the form's action. @throws AlertRefusedError */
  async function carryOut(asked: MemberRequest, form: URLSearchParams): Promise<Acted> {
    const { member, language } = asked
    const [action, id] = [form.get('action'), form.get('alert') ?? '']
    if (action === 'create') {
      const request = readAlertForm(form, language)
      if (typeof request === 'string')
        return refused(asked, refuseField(form, request, asked, alertsPageTexts[language]), 400)
      const created = await changes.create(member, request)
      return created.secret === null
        ? { seeOther: toAlertPath(created.id) }
        : renderSecretOnce(created.id, created.secret, asked)
    }
    if (action === 'rotate') {
      const { secret } = await changes.rotate(member, id)
      return renderSecretOnce(id, secret ?? '', asked)
    }
    if (action === 'delete') {
      await changes.remove(member, id)
      return { seeOther: `${alertsPath}?done=deleted` }
    }
    if (action === 'test') return changes.test(member, id).then(() => ({ seeOther: toAlertPath(id, 'tested') }))
    if (action === 'enable') return changes.enable(member, id).then(() => ({ seeOther: toAlertPath(id, 'enabled') }))
    const sequence = Number(form.get('sequence'))
    if (action !== 'replay' || !Number.isSafeInteger(sequence)) {
      return refused(asked, { entered: form, field: null, problem: alertsPageTexts[language].invalid }, 400)
    }
    return changes.replay(member, id, sequence).then(() => ({ seeOther: toAlertPath(id, 'replayed') }))
  }

  return [
    {
      path: alertsPath,
      navigation: { fr: alertsPageTexts.fr.navigation, en: alertsPageTexts.en.navigation },
      async show(asked) {
        const { query } = asked
        const done = doneNotices.find((one) => one === query.get('done'))
        const notice = done === undefined ? null : renderDone(alertsPageTexts[asked.language].done[done])
        const alert = await findAlert(sql, asked.member.accountId, query.get('alert') ?? '')
        return alert === null ? listPage(asked, notice, null) : renderAlertPage(asked, alert, notice)
      },
      async act(asked) {
        const form = asked.form ?? new URLSearchParams()
        try {
          return await carryOut(asked, form)
        } catch (error) {
          if (!(error instanceof AlertRefusedError)) throw error
          const texts = alertsPageTexts[asked.language]
          const why = texts.refusals(error.refusal)
          return error.refusal.code === 'receiver'
            ? refused(asked, refuseUrl(form, why, asked, texts), 400)
            : refused(asked, { entered: form, field: null, problem: why }, 409)
        }
      },
    },
  ]
}

const toAlertPath = (id: string, done?: DoneNotice) =>
  `${alertsPath}?alert=${id}${done === undefined ? '' : `&done=${done}`}` as const

function renderSecretOnce(id: string, secret: string, { language }: MemberRequest): Acted {
  const { heading, lead, back } = alertsPageTexts[language].secret
  return {
    status: 200,
    content: html`<section class="card once"><h2>${heading}</h2><p>${lead}</p><pre><code id="webhook-secret">${secret}</code></pre>
<p><a class="btn" href="${toAlertPath(id)}">${back}</a></p></section>`,
  }
}

function renderAlertsTable(
  alerts: readonly ListedAlert[],
  { language, format }: MemberRequest,
  texts: AlertsPageTexts,
): Html {
  const { columns } = texts
  const rows = alerts.map((alert) => {
    const last = alert.lastMessageAt === null ? texts.never : format.moment(alert.lastMessageAt.toString())
    const waiting = alert.pending === 0 ? '' : ` (${texts.pending(format.number(alert.pending, 0))})`
    return html`<tr><th scope="row"><a href="${toAlertPath(alert.id)}">${describeCondition(alert.condition, language)}</a></th>
<td data-label="${columns.channel}">${writeReceiver(alert, texts)}</td><td data-label="${columns.state}">${texts.states[alert.state]}</td><td data-label="${columns.last}">${last}${waiting}</td></tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.list}"><table class="plain stacked" id="alerts">
<thead><tr><th scope="col">${columns.alert}</th><th scope="col">${columns.channel}</th><th scope="col">${columns.state}</th><th scope="col">${columns.last}</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** Only the host of a webhook: the rest of its address may be a secret, and is shown only on the page of the alert. */
function writeReceiver({ url }: ListedAlert, { byMail }: AlertsPageTexts): string {
  return url === null ? byMail : (URL.parse(url)?.host ?? url)
}

function renderAlertSection(
  alert: ListedAlert,
  asked: MemberRequest,
  texts: AlertsPageTexts,
  notice: Html | null,
): Html {
  const { language, format } = asked
  const { actions, detail, columns } = texts
  const button = (action: string, label: string, style: 'btn' | 'btn second' | 'btn danger' = 'btn') =>
    renderActionForm(asked, alert.id, action, html`<button class="${style}">${label}</button>`)
  const disabled =
    alert.disabledAt === null
      ? null
      : html`<p class="notice">${detail.disabled(format.moment(alert.disabledAt.toString()))}</p>${button('enable', actions.enable)}`
  return html`<section><h2>${describeCondition(alert.condition, language)}</h2>${notice}<p><a href="${alertsPath}">${detail.back}</a></p>
<dl class="facts"><div><dt>${columns.channel}</dt><dd>${alert.url ?? texts.byMail}</dd></div><div><dt>${columns.state}</dt><dd id="alert-state">${texts.states[alert.state]}</dd></div>
<div><dt>${detail.created}</dt><dd>${format.moment(alert.createdAt.toString())}</dd></div></dl>${disabled}
${alert.state === 'active' ? button('test', actions.test) : null}
${alert.channel === 'webhook' ? html`${button('rotate', actions.rotate, 'btn second')}<p class="quiet">${actions.rotateNote}</p>` : null}
<details><summary>${actions.remove}</summary>${button('delete', actions.sure, 'btn danger')}</details></section>`
}

/** A button for an action on an alert. */
function renderActionForm(
  asked: MemberRequest,
  id: string,
  action: string,
  button: Html,
  extra: Html | null = null,
): Html {
  return html`<form method="post" action="${alertsPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="${action}"><input type="hidden" name="alert" value="${id}">${extra}${button}</form>`
}

function renderDeliveriesTable(
  alert: ListedAlert,
  deliveries: readonly ListedDelivery[],
  asked: MemberRequest,
  texts: AlertsPageTexts,
): Html {
  const { format } = asked
  const { columns, origins, states, next, errors } = texts.deliveries
  const rows = deliveries.map((delivery) => {
    const { sequence, state, attempts, lastStatus, lastError } = delivery
    const error = lastError === null ? '' : (errors[lastError] ?? lastError)
    const answer =
      [lastStatus === null ? '' : String(lastStatus), error].filter((part) => part !== '').join(' · ') || '–'
    const waits = state === 'pending' ? ` (${next(format.moment(delivery.nextAttemptAt.toString()))})` : ''
    const sequenceInput = html`<input type="hidden" name="sequence" value="${sequence}">`
    const again =
      state === 'pending' || alert.state === 'disabled'
        ? null
        : renderActionForm(
            asked,
            alert.id,
            'replay',
            html`<button class="btn second small">${texts.actions.replay}</button>`,
            sequenceInput,
          )
    return html`<tr data-state="${state}"><th scope="row">${format.moment(delivery.createdAt.toString())}</th><td data-label="${columns.origin}">${origins[delivery.origin]}</td>
<td data-label="${columns.state}">${states[state]}${waits}</td><td data-label="${columns.attempts}">${format.number(attempts, 0)}</td><td data-label="${columns.answer}">${answer}</td><td data-label="${columns.action}">${again}</td></tr>`
  })
  const heads = Object.values(columns).map((name) => html`<th scope="col">${name}</th>`)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.detail.messages}"><table class="plain stacked" id="deliveries">
<thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`
}
