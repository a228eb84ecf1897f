import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { type AlertMessage, readMessage } from '@hexawatt/shared/alerts/alert-message'
import { describeCondition, describeMessage } from '@hexawatt/shared/alerts/alert-texts'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { Mailer } from '@hexawatt/shared/mail/mailer'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type {
  AttemptOutcome,
  ClaimedSubscription,
  DisabledSubscription,
  PendingDelivery,
} from './delivery-queue-store.ts'

export type AlertMailDeps = {
  mailer: Pick<Mailer, 'send'>
  /** Address of the account's member; null when the account has no member any more. */
  addressOf: (accountId: string) => Promise<string | null>
  publicBaseUrl: string
}

/** Page that every mail links to. */
const alertsPath = '/account/alerts'

type Texts = {
  subject: (about: string) => string
  why: (condition: string) => string
  page: string
  disabledSubject: string
  disabled: string
}

const texts: Readonly<Record<Language, Texts>> = {
  fr: {
    subject: (about) => fr(`Alerte Hexawatt : ${about}`),
    why: (condition) => fr(`Vous recevez cet e-mail parce que vous avez créé cette alerte : ${condition}.`),
    page: fr('Gérer vos alertes :'),
    disabledSubject: fr('Hexawatt : une de vos alertes est désactivée'),
    disabled: fr(
      'Cinq messages de suite n’ont pas pu être remis, ou le destinataire a répondu 410 : cette alerte est désactivée. Vérifiez le destinataire, puis réactivez-la ; les messages des 7 derniers jours peuvent être renvoyés.',
    ),
  },
  en: {
    subject: (about) => `Hexawatt alert: ${about}`,
    why: (condition) => `You receive this e-mail because you created this alert: ${condition}.`,
    page: 'Manage your alerts:',
    disabledSubject: 'Hexawatt: one of your alerts is disabled',
    disabled:
      'Five messages in a row could not be delivered, or the receiver answered 410: this alert is disabled. Check the receiver, then enable it again; messages of the last 7 days can be sent again.',
  },
}

/** Makes the mails of alerts, in the language of the subscription. */
export function createAlertMail({ mailer, addressOf, publicBaseUrl }: AlertMailDeps) {
  async function send(accountId: string, subject: string, lines: readonly string[]): Promise<AttemptOutcome> {
    const to = await addressOf(accountId)
    if (to === null) return { kind: 'failed', status: null, error: 'no member' }
    const page = `${publicBaseUrl}${alertsPath}`
    const paragraphs = lines.map((line) => `<p>${Bun.escapeHTML(line)}</p>`)
    const html = `${paragraphs.join('')}<p><a href="${Bun.escapeHTML(page)}">${Bun.escapeHTML(page)}</a></p>`
    try {
      await mailer.send({ to, subject, text: `${[...lines, page].join('\n\n')}\n`, html })
      return { kind: 'delivered', status: null }
    } catch {
      // The reason may name the address of a person.
      return { kind: 'failed', status: null, error: 'mail was not accepted' }
    }
  }

  return {
    async sendAlert(
      { accountId, language, condition }: ClaimedSubscription,
      { body }: PendingDelivery,
    ): Promise<AttemptOutcome> {
      const message = readMessage(body)
      if (message === null) return { kind: 'failed', status: null, error: 'message of another version' }
      return send(accountId, ...composeAlertMail(message, condition, language))
    },
    /** Notifies the member that a subscription was disabled. */
    sendDisabled({ accountId, language, condition }: DisabledSubscription): Promise<AttemptOutcome> {
      const { disabledSubject, disabled, page } = texts[language]
      return send(accountId, disabledSubject, [`${describeCondition(condition, language)}.`, disabled, page])
    },
  }
}
export type AlertMail = ReturnType<typeof createAlertMail>

function composeAlertMail(message: AlertMessage, condition: AlertCondition, language: Language): [string, string[]] {
  const { subject, why, page } = texts[language]
  const about = describeCondition(condition, language)
  return [subject(about), [describeMessage(message, language), why(about), page]]
}
