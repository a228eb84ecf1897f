import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { PublicRoute } from '../../http/page-routes.ts'
import { html } from '../../kit/html.ts'
import { createCookieRules } from '../../session/cookie-rules.ts'
import { serveSitePage } from '../../site/serve-site-page.ts'
import type { Site } from '../../site/site.ts'
import { renderTextPage } from '../../site/site-page.ts'
import { writeEnglishNotice } from './english-notice.ts'
import { writeEnglishPrivacy } from './english-privacy.ts'
import { writeFrenchNotice } from './french-notice.ts'
import { writeFrenchPrivacy } from './french-privacy.ts'
import { type LegalDocument, type LegalFacts, renderLegalSections } from './legal-document.ts'

type WriteDocument = Readonly<Record<Language, (facts: LegalFacts) => LegalDocument>>

const documents: Readonly<Record<string, WriteDocument>> = {
  '/mentions-legales': { fr: writeFrenchNotice, en: writeEnglishNotice },
  '/confidentialite': { fr: writeFrenchPrivacy, en: writeEnglishPrivacy },
}

/** Makes the pages that say who publishes the site, and what it stores. */
export function createLegalPages(site: Site, facts: Pick<LegalFacts, 'publisher' | 'sessionDays'>): PublicRoute[] {
  const { nameOf: nameOfCookie } = createCookieRules(site.publicBaseUrl)
  return Object.entries(documents).map(([path, write]) =>
    serveSitePage(site, path, ({ language }) => {
      const document = write[language]({ ...facts, hasAccounts: site.hasAccounts, nameOfCookie })
      const { title, lead } = document
      return {
        texts: document,
        files: site.assets.pages.legal,
        current: null,
        content: renderTextPage({ heading: title, lead: html`${lead}`, content: renderLegalSections(document) }),
        isIndexed: true,
      }
    }),
  )
}
