import { findPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { parisMidnight } from '@hexawatt/shared/time/paris'
import {
  type AccountDeps,
  type ActingDeps,
  createMemberKey,
  renameKey,
  revokeKey,
  rotateKey,
  setExpiry,
} from '../../../accounts/account-changes.ts'
import { isKeyId, isUsableName } from '../../../accounts/account-inputs.ts'
import { findAccount, listMemberKeys } from '../../../accounts/account-store.ts'
import { type Html, html } from '../../../kit/html.ts'
import { renderDone, renderProblem } from '../../../kit/private/fields.ts'
import type { Acted, MemberPage, MemberRequest } from '../member-page.ts'
import { chooseRefusalStatus, type FormRefusal, toRefusal, writeRefusal } from '../refusal-texts.ts'
import { isFormOfPage, keysPath, offeredOverlaps, type RefusedForm } from './key-forms.ts'
import { keysNotices, keysPageTexts } from './keys-page-texts.ts'
import { renderCreateForm, renderEndedKeys, renderKeyOnce, renderValidKeys } from './keys-parts.ts'

export type KeysPagesDeps = {
  accounts: AccountDeps
  publicBaseUrl: string
  /** Real time: keys expire by it. */
  realTimeMs: () => number
}

/** The input of a form is invalid. */
class FormError extends Error {
  override readonly name = 'FormError'
  readonly refusal: FormRefusal
  constructor(code: Exclude<FormRefusal['code'], ReturnType<typeof toRefusal>['code']>) {
    super(code)
    this.refusal = { code }
  }
}

/** Makes the page of a member's keys: each form is a POST to it, with its action in `action`. */
export function createKeysPages({ accounts, publicBaseUrl, realTimeMs }: KeysPagesDeps): MemberPage[] {
  const now = () => Temporal.Instant.fromEpochMilliseconds(realTimeMs())

  /** @param above what stands above the keys, such as a new one */
  async function content(asked: MemberRequest, above: Html | null, refused: RefusedForm | null = null): Promise<Html> {
    const { accountId } = asked.member
    const [account, keys] = await Promise.all([
      findAccount(accounts.sql, accountId),
      listMemberKeys(accounts.sql, accountId),
    ])
    const view = { asked, texts: keysPageTexts[asked.language], now: now(), keys, refused }
    const allowed = (account && findPlan(accounts.planTable.plans, account.plan)?.apiKeys) ?? 0
    const lost =
      refused !== null && !isFormOfPage(refused, keys)
        ? renderProblem(writeRefusal(refused.refusal, asked.language))
        : null
    return html`${above}${lost}${renderValidKeys(view, allowed)}${renderCreateForm(view)}${renderEndedKeys(view)}`
  }

  /** Performs the form's action. @throws FormError, or KeyRefusedError */
  async function act(asked: MemberRequest, form: URLSearchParams): Promise<Acted> {
    const { accountId, memberId } = asked.member
    const acting: ActingDeps = { ...accounts, actor: { kind: 'member', id: memberId } }
    const texts = keysPageTexts[asked.language]
    const once = async (key: string, replacedEndsAt: Temporal.Instant | null): Promise<Acted> => ({
      status: 200,
      content: await content(asked, renderKeyOnce({ key, replacedEndsAt, publicBaseUrl, asked, texts })),
    })
    switch (form.get('action')) {
      case 'create': {
        const newKey = { accountId, name: nameOf(form), expiresAt: endOf(form) }
        return once((await createMemberKey(acting, newKey)).key, null)
      }
      case 'rotate': {
        const rotated = await rotateKey(acting, {
          selector: readKeySelector(form, accountId),
          overlapHours: readOverlap(form),
        })
        return once(rotated.key, rotated.replaced.expiresAt)
      }
      case 'rename':
        await renameKey(acting, { selector: readKeySelector(form, accountId), name: nameOf(form) })
        return { seeOther: `${keysPath}?notice=renamed` }
      case 'expire':
        await setExpiry(acting, { selector: readKeySelector(form, accountId), expiresAt: endOf(form) })
        return { seeOther: `${keysPath}?notice=expiry` }
      case 'revoke':
        if (form.get('confirm') !== 'yes') throw new FormError('not_confirmed')
        await revokeKey(acting, readKeySelector(form, accountId))
        return { seeOther: `${keysPath}?notice=revoked` }
      default:
        throw new FormError('bad_form')
    }
  }

  return [
    {
      path: keysPath,
      navigation: { fr: keysPageTexts.fr.navigation, en: keysPageTexts.en.navigation },
      async show(asked) {
        const given = asked.query.get('notice')
        const notice = keysNotices.find((one) => one === given)
        const { notices } = keysPageTexts[asked.language]
        return content(asked, notice === undefined ? null : renderDone(notices[notice]))
      },
      async act(asked) {
        const form = asked.form ?? new URLSearchParams()
        try {
          return await act(asked, form)
        } catch (error) {
          const refusal = error instanceof FormError ? error.refusal : toRefusal(error)
          return { status: chooseRefusalStatus(refusal), content: await content(asked, null, { form, refusal }) }
        }
      },
    },
  ]
}

/** The selector of a key includes the member's own account: a key of another account is treated as non-existent. */
function readKeySelector(form: URLSearchParams, accountId: string) {
  const keyId = form.get('key') ?? ''
  if (!isKeyId(keyId)) throw new FormError('bad_form')
  return { keyId, accountId }
}

function nameOf(form: URLSearchParams): string {
  const name = (form.get('name') ?? '').trim()
  if (!isUsableName(name)) throw new FormError('bad_name')
  return name
}

function readOverlap(form: URLSearchParams): number {
  const hours = offeredOverlaps.find((one) => String(one) === form.get('overlap'))
  if (hours === undefined) throw new FormError('bad_form')
  return hours
}

/** The end of the day in Paris; null for an empty field. */
function endOf(form: URLSearchParams): Temporal.Instant | null {
  const day = (form.get('day') ?? '').trim()
  if (day === '') return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new FormError('bad_day')
  try {
    return parisMidnight(Temporal.PlainDate.from(day, { overflow: 'reject' }).add({ days: 1 }))
  } catch {
    throw new FormError('bad_day')
  }
}
