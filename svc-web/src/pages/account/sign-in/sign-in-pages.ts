import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import { keepTyped, renderField, renderProblem, writeWrongInput } from '../../../kit/private/fields.ts'
import { normaliseAddress } from '../../../session/address.ts'
import type { SignIn } from '../../../session/sign-in.ts'
import { type MemberPage, signOutPath } from '../member-page.ts'
import type { PageLimits } from '../page-limits.ts'
import { returnPathOf, startPath, type VisitorAnswer, type VisitorPage, type VisitorRequest } from '../visitor-page.ts'
import { signInTexts } from './sign-in-texts.ts'

export type SignInPagesDeps = {
  signIn: SignIn
  limits: Pick<PageLimits, 'takeLinkUse'>
  /** Where a member is led by default after signing in. */
  homePath: `/account/${string}`
  /** Whether the demo mailbox is shown here. */
  hasMailbox: () => Promise<boolean>
}

/** Path of the demo mailbox. */
export const mailboxPath = '/account/mailbox'
const sentPath = '/account/sent'
const linkPath = '/account/link'

/** Pattern of a link's token: other texts are not looked up. */
const tokenShape = /^[A-Za-z]{32}$/

/** Makes the pages before signing in, and the page that signs out. */
export function createSignInPages(deps: SignInPagesDeps): { visitorPages: VisitorPage[]; signOutPage: MemberPage } {
  const { signIn, limits, homePath, hasMailbox } = deps

  const start: VisitorPage = {
    path: startPath,
    async show(asked) {
      const asksFor = returnPathOf(asked.query.get('return'))
      if (asked.member !== null) return { seeOther: asksFor === startPath ? homePath : asksFor }
      return signInForm(asked, asksFor)
    },
    async act(asked) {
      const { language, form, clientBlocks } = asked
      const texts = signInTexts[language]
      const returnPath = returnPathOf(form?.get('return') ?? null)
      const typed = form?.get('address') ?? ''
      const address = normaliseAddress(typed)
      if (address === null) {
        const wrong = { field: texts.address, received: typed, accepted: texts.invalid }
        return signInForm(asked, returnPath, { status: 400, problem: writeWrongInput(wrong, language), typed })
      }
      const waitSeconds = await signIn.requestLink({ address, language, returnPath, clientBlocks })
      if (waitSeconds > 0) return signInForm(asked, returnPath, { status: 429, problem: texts.tooMany, typed })
      return { seeOther: sentPath }
    },
  }

  const sent: VisitorPage = {
    path: sentPath,
    async show({ language }) {
      const texts = signInTexts[language].sent
      const mailbox = (await hasMailbox())
        ? html`<p class="notice">${texts.mailbox}&nbsp;: <a href="${mailboxPath}">${mailboxPath}</a></p>`
        : null
      return page(
        200,
        texts.heading,
        html`<p class="prose">${texts.lead}</p><p class="prose">${texts.missing}</p>${mailbox}<p><a class="btn second" href="${startPath}">${texts.again}</a></p>`,
      )
    },
    act: null,
  }

  const link: VisitorPage = {
    path: linkPath,
    async show(asked) {
      const { query } = asked
      const token = query.get('token') ?? ''
      if (!tokenShape.test(token)) return renderExpiredLink(asked)
      const { lead, open, heading } = signInTexts[asked.language].link
      return page(
        200,
        heading,
        html`<form method="post" action="${linkPath}">${renderFormToken(asked)}<input type="hidden" name="token" value="${token}"><input type="hidden" name="return" value="${returnPathOf(query.get('return'))}"><p class="prose">${lead}</p><button class="btn">${open}</button></form>`,
      )
    },
    async act(asked) {
      const { form, request, member, clientBlocks } = asked
      const token = form?.get('token') ?? ''
      if (!tokenShape.test(token)) return renderExpiredLink(asked)
      await limits.takeLinkUse(clientBlocks)
      const opened = await signIn.openSession(token, request, member)
      if (opened === null) return renderExpiredLink(asked)
      return { seeOther: returnPathOf(form?.get('return') ?? null), setCookies: [opened.setCookie] }
    },
  }

  const signOutPage: MemberPage = {
    path: signOutPath,
    navigation: null,
    show: async (asked) =>
      html`<section><form method="post" action="${signOutPath}">${renderFormToken(asked)}<button class="btn">${signOutTexts[asked.language]}</button></form></section>`,
    act: async ({ member }) => ({ seeOther: startPath, setCookies: [await signIn.endSession(member)] }),
  }

  return { visitorPages: [start, sent, link], signOutPage }
}

const signOutTexts = { fr: 'Se déconnecter', en: 'Sign out' } as const

const page = (status: number, heading: string, content: Html): VisitorAnswer => ({
  status,
  heading,
  content: html`<section>${content}</section>`,
})

type Refused = { status: 400 | 429; problem: string; typed: string }

function signInForm(asked: VisitorRequest, returnPath: string, refused: Refused | null = null): VisitorAnswer {
  const texts = signInTexts[asked.language]
  const above = refused?.status === 429 ? renderProblem(refused.problem) : null
  const field = { id: 'address', label: texts.address, problem: refused?.status === 400 ? refused.problem : null }
  const control = (attributes: Html) =>
    html`<input type="email" name="address" ${attributes} required maxlength="254" autocomplete="email" value="${keepTyped(refused?.typed ?? '')}">`
  return page(
    refused?.status ?? 200,
    texts.heading,
    html`<p class="prose">${texts.lead}</p>${above}<form method="post" action="${startPath}">${renderFormToken(asked)}<input type="hidden" name="return" value="${returnPath}">
${renderField(field, control)}<button class="btn">${texts.send}</button></form><p class="quiet prose">${texts.notes}</p>`,
  )
}

function renderExpiredLink({ language }: VisitorRequest): VisitorAnswer {
  const { heading, expired, again } = signInTexts[language].link
  return page(400, heading, html`${renderProblem(expired)}<p><a class="btn" href="${startPath}">${again}</a></p>`)
}
