import type { Sql } from '@hexawatt/shared/postgres/client'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import { keepTyped, renderDone, renderField, writeWrongInput } from '../../../kit/private/fields.ts'
import type { AccountLife } from '../../../session/account-life.ts'
import { normaliseAddress } from '../../../session/address.ts'
import { endOtherSessions, type ListedSession, listSessions } from '../../../session/member-store.ts'
import type { SignIn } from '../../../session/sign-in.ts'
import type { Acted, MemberPage, MemberRequest } from '../member-page.ts'
import { startPath } from '../visitor-page.ts'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

export type SettingsPagesDeps = { sql: Sql; signIn: Pick<SignIn, 'endSession'>; life: AccountLife }

export const settingsPath = '/account/settings'
const exportPath = '/account/settings/export'
const deletePath = '/account/settings/delete'

/** Makes the page with sessions, export and deletion, and their paths. */
export function createSettingsPages({ sql, signIn, life }: SettingsPagesDeps): MemberPage[] {
  /** @param typed address with which a deletion was refused; null = none was */
  const show = async (asked: MemberRequest, typed: string | null = null): Promise<Html> => {
    const texts = settingsTexts[asked.language]
    const sessions = await listSessions(sql, asked.member.memberId)
    const hasEnded = asked.query.get('notice') === 'ended'
    return html`${hasEnded ? renderDone(texts.ended) : null}${renderSessions(sessions, asked, texts)}
<section><h2>${texts.exported.heading}</h2><p>${texts.exported.lead}</p><p><a class="btn second" href="${exportPath}" download>${texts.exported.link}</a></p></section>
${renderDeletion(asked, texts, typed)}`
  }

  const settings: MemberPage = {
    path: settingsPath,
    navigation: { fr: settingsTexts.fr.navigation, en: settingsTexts.en.navigation },
    show: (asked) => show(asked),
    /** Ends the form's session, or all other sessions when the form contains none. */
    async act({ member, form }): Promise<Acted> {
      const sessionId = form?.get('session') ?? null
      if (sessionId === null) await endOtherSessions(sql, member.memberId, member.sessionId)
      else await signIn.endSession({ memberId: member.memberId, sessionId })
      return { seeOther: `${settingsPath}?notice=ended` }
    },
  }

  const exported: MemberPage = {
    path: exportPath,
    navigation: null,
    show: async ({ member }) => ({
      fileName: 'hexawatt-account.json',
      contentType: 'application/json',
      body: JSON.stringify(await life.exportMember(member), null, 2),
    }),
    act: null,
  }

  const deletion: MemberPage = {
    path: deletePath,
    navigation: null,
    partOf: settings,
    show: async (asked) => renderDeletion(asked, settingsTexts[asked.language], null),
    async act(asked): Promise<Acted> {
      const { member, form } = asked
      const typed = form?.get('address') ?? ''
      if (normaliseAddress(typed) !== member.address) return { status: 400, content: await show(asked, typed) }
      await life.deleteMember(member)
      return { seeOther: startPath, setCookies: [await signIn.endSession(member)] }
    },
  }
  return [settings, exported, deletion]
}

function renderSessions(
  sessions: readonly ListedSession[],
  asked: MemberRequest,
  { sessions: texts }: SettingsTexts,
): Html {
  const { columns } = texts
  const { format, member } = asked
  const rows = sessions.map(({ sessionId, createdAt, expiresAt, browser }) => {
    const end = html`<form method="post" action="${settingsPath}">${renderFormToken(asked)}<input type="hidden" name="session" value="${sessionId}"><button class="btn second small">${texts.end}</button></form>`
    return html`<tr><th scope="row">${browser ?? texts.unknownBrowser}</th><td data-label="${columns.since}">${format.moment(createdAt.toString())}</td>
<td data-label="${columns.until}">${format.moment(expiresAt.toString())}</td><td data-label="${columns.action}">${sessionId === member.sessionId ? texts.thisOne : end}</td></tr>`
  })
  const endOthers =
    sessions.length < 2
      ? null
      : html`<form method="post" action="${settingsPath}">${renderFormToken(asked)}<button class="btn second">${texts.endOthers}</button></form>`
  return html`<section><h2>${texts.heading}</h2><p>${texts.lead}</p><div class="scroll" tabindex="0" role="region" aria-label="${texts.heading}"><table class="plain short stacked">
<thead><tr><th scope="col">${columns.browser}</th><th scope="col">${columns.since}</th><th scope="col">${columns.until}</th><th scope="col">${columns.action}</th></tr></thead><tbody>${rows}</tbody></table></div>${endOthers}</section>`
}

function renderDeletion(asked: MemberRequest, { deletion: texts }: SettingsTexts, typed: string | null): Html {
  const { language, member } = asked
  const wrong = { field: texts.address, received: typed ?? '', accepted: texts.mismatch(member.address) }
  const field = {
    id: 'delete-address',
    label: texts.confirm(member.address),
    problem: typed === null ? null : writeWrongInput(wrong, language),
  }
  const control = (attributes: Html) =>
    html`<input type="email" name="address" ${attributes} required maxlength="254" autocomplete="off" value="${keepTyped(typed ?? '')}">`
  return html`<section><h2>${texts.heading}</h2><p>${texts.lead}</p><p>${texts.stays}</p>
<form method="post" action="${deletePath}">${renderFormToken(asked)}${renderField(field, control)}<button class="btn danger">${texts.delete}</button></form></section>`
}
