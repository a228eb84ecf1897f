import type { PlanId } from '@hexawatt/shared/contract/plans'
import { findPlan, findPlanName, isLargerPlan, listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { accountPlanPath } from '@hexawatt/shared/contract/web-paths'
import type { AccountDeps, ActingDeps } from '../../../accounts/account-changes.ts'
import { findAccount } from '../../../accounts/account-store.ts'
import { requestPlan, withdrawRequest } from '../../../accounts/plan-changes.ts'
import { findNewestRequest, type PlanRequest } from '../../../accounts/plan-request-store.ts'
import type { CheckoutUrls } from '../../../billing/billing-settings.ts'
import { hasPaidSubscription } from '../../../billing/billing-store.ts'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import { renderDone, renderProblem } from '../../../kit/private/fields.ts'
import { showPlanName } from '../../plans/plan-name.ts'
import { renderPlansTable } from '../../plans/plans-page.ts'
import { plansPageTexts } from '../../plans/plans-page-texts.ts'
import type { MemberPage, MemberRequest } from '../member-page.ts'
import { chooseRefusalStatus, type FormRefusal, toRefusal, writeRefusal } from '../refusal-texts.ts'
import { type PlanPageTexts, planNotices, planPageTexts } from './plan-page-texts.ts'

export type PlanPagesDeps = {
  accounts: AccountDeps
  /** Where a plan is bought; a plan without an address is requested from the operator. */
  checkoutUrls: CheckoutUrls
  /** Where a purchase is changed or ended; null = nowhere. */
  portalUrl: string | null
}

/** Makes the page of a member's plan: the current plan, the other plans, and how to get one of them. */
export function createPlanPages({ accounts, checkoutUrls, portalUrl }: PlanPagesDeps): MemberPage[] {
  const { sql, planTable } = accounts
  const { plans } = planTable
  const nameOf = (plan: PlanId): string => showPlanName(findPlanName(plans, plan))

  async function content(asked: MemberRequest, above: Html | null): Promise<Html> {
    const { accountId } = asked.member
    const [account, request, isBought] = await Promise.all([
      findAccount(sql, accountId),
      findNewestRequest(sql, accountId),
      hasPaidSubscription(sql, accountId),
    ])
    const current = account?.plan ?? ''
    const texts = planPageTexts[asked.language]
    const words = { texts: plansPageTexts[asked.language], format: asked.format }
    const change =
      isBought && portalUrl !== null
        ? html`<p>${texts.portal.lead}</p><p><a class="btn" href="${portalUrl}" rel="noreferrer">${texts.portal.link}</a></p>`
        : renderChoices(asked, current, isBought ? {} : checkoutUrls, texts)
    return html`${above}<section><p class="lead"><b id="current-plan" data-plan="${current}">${texts.current.is(nameOf(current))}</b></p>
${requestPart(request, asked, texts)}<p class="quiet">${texts.current.bill} <a href="/account/usage">${texts.current.usage}</a></p></section>
<section><h2>${texts.change.heading}</h2>${request?.state === 'open' ? null : change}</section>
<section><h2>${words.texts.plans.heading}</h2>${renderPlansTable(planTable, words)}</section>`
  }

  function requestPart(request: PlanRequest | null, asked: MemberRequest, texts: PlanPageTexts): Html | null {
    if (request?.state === 'refused') return html`<p class="notice">${texts.refused(nameOf(request.plan))}</p>`
    if (request?.state !== 'open') return null
    const since = asked.format.moment(`${request.requestedAt}`)
    return html`<div class="notice" id="open-request"><p>${texts.open.text(nameOf(request.plan), since)}</p>
<form method="post" action="${accountPlanPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="withdraw"><button class="btn second">${texts.open.withdraw}</button></form></div>`
  }

  /** The other plans: first the plan in the address, to which a refusal of the API leads. */
  function renderChoices(asked: MemberRequest, current: PlanId, urls: CheckoutUrls, texts: PlanPageTexts): Html {
    // The address contains a plan when a refusal of the API (`upgradeUrl`) led here.
    const named = asked.query.get('plan')
    const others = listPlanIds(plans).filter((plan) => plan !== current)
    const chosen = others.find((plan) => plan === named) ?? null
    const ordered = chosen === null ? others : [chosen, ...others.filter((plan) => plan !== chosen)]
    const leads = [
      ...(ordered.some((plan) => urls[plan] === undefined) ? [texts.change.lead] : []),
      ...(ordered.some((plan) => urls[plan] !== undefined) ? [texts.change.byPayment] : []),
    ]
    const cards = ordered.map((plan) => {
      const isLarger = isLargerPlan(plans, plan, current) !== false
      const kind = plan === chosen ? texts.change.needed : isLarger ? texts.change.larger : texts.change.smaller
      const way = renderWayTo(asked, plan, urls[plan], texts)
      return html`<article class="item" id="plan-${plan}" ${plan === chosen ? html`aria-current="true"` : null}><h3>${nameOf(plan)}</h3><p class="quiet">${kind}</p>${way}</article>`
    })
    return html`${leads.map((lead) => html`<p>${lead}</p>`)}<div class="items">${cards}</div>`
  }

  function renderWayTo(asked: MemberRequest, plan: PlanId, url: string | undefined, texts: PlanPageTexts): Html {
    if (url !== undefined) {
      const checkout = makeCheckoutUrl(url, asked.member.accountId)
      return html`<p><a class="btn" href="${checkout}" rel="noreferrer">${texts.change.buy(nameOf(plan))}</a></p>`
    }
    return html`<form method="post" action="${accountPlanPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="request"><input type="hidden" name="plan" value="${plan}"><button class="btn">${texts.change.ask(nameOf(plan))}</button></form>`
  }

  async function act({ member, form }: MemberRequest): Promise<(typeof planNotices)[number] | FormRefusal> {
    const acting: ActingDeps = { ...accounts, actor: { kind: 'member', id: member.memberId } }
    const plan = form?.get('plan') ?? ''
    const action = form?.get('action')
    try {
      if (action === 'withdraw') {
        await withdrawRequest(acting, member.accountId)
        return 'withdrawn'
      }
      if (action !== 'request' || findPlan(plans, plan) === null) return { code: 'bad_form' }
      await requestPlan(acting, member.accountId, plan)
      return 'requested'
    } catch (error) {
      return toRefusal(error)
    }
  }

  return [
    {
      path: accountPlanPath,
      navigation: { fr: planPageTexts.fr.navigation, en: planPageTexts.en.navigation },
      async show(asked) {
        const given = asked.query.get('notice')
        const notice = planNotices.find((one) => one === given)
        const { notices } = planPageTexts[asked.language]
        return content(asked, notice === undefined ? null : renderDone(notices[notice]))
      },
      async act(asked) {
        const done = await act(asked)
        if (typeof done === 'string') return { seeOther: `${accountPlanPath}?notice=${done}` }
        return {
          status: chooseRefusalStatus(done),
          content: await content(asked, renderProblem(writeRefusal(done, asked.language))),
        }
      },
    },
  ]
}

/** Where the account buys a plan: the provider returns the reference with the payment. */
function makeCheckoutUrl(url: string, accountId: string): string {
  const checkout = new URL(url)
  checkout.searchParams.set('client_reference_id', accountId)
  return checkout.href
}
