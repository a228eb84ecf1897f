import { readMails } from '@hexawatt/shared/mail/mailbox'
import { type Html, html } from '../../../kit/html.ts'
import type { VisitorPage } from '../visitor-page.ts'
import { mailboxPath } from './sign-in-pages.ts'
import { signInTexts } from './sign-in-texts.ts'

const addressShape = /(https?:\/\/\S+)/

/** Makes the page that shows the demo mailbox. @param hasMailbox refuses the page unless the data are demo data */
export function createMailboxPage(folder: string, hasMailbox: () => Promise<boolean>): VisitorPage {
  return {
    path: mailboxPath,
    async show({ language, format }) {
      const texts = signInTexts[language].mailbox
      const mails = (await hasMailbox()) ? await readMails(folder) : []
      const list = mails.map(
        ({ at, to, subject, text }) => html`<article class="item mail"><h2>${subject}</h2>
<p class="quiet">${texts.to}&nbsp;: ${to} · ${texts.at}&nbsp;: ${format.moment(at)}</p><pre>${renderWithLinks(text)}</pre></article>`,
      )
      const content = mails.length === 0 ? html`<p>${texts.empty}</p>` : html`<div class="items">${list}</div>`
      return {
        status: 200,
        heading: texts.heading,
        content: html`<section><p class="notice" role="note">${texts.mark}</p>${content}</section>`,
      }
    },
    act: null,
  }
}

/** A text with its addresses as links. */
function renderWithLinks(text: string): Html {
  const parts = text
    .split(addressShape)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
  return html`${parts}`
}
