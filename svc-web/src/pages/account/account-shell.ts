import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { removeApiKeys } from '@hexawatt/shared/keys/key-in-address'
import { type Html, html } from '../../kit/html.ts'
import type { Preferences } from '../../kit/preferences.ts'
import { renderPrivateBar } from '../../kit/private/private-bar.ts'
import type { Member } from '../../session/member.ts'
import type { Site } from '../../site/site.ts'
import { renderSitePage, renderTextPage } from '../../site/site-page.ts'
import { type AccountTexts, accountTexts } from './account-texts.ts'
import { type MemberPage, signOutPath } from './member-page.ts'

export type AccountShellDeps = {
  site: Site
  /** In the order of the navigation. */
  pages: readonly MemberPage[]
}

/** Content inside the frame. */
export type FramedPage = {
  request: Request
  path: string
  /** Path of the page in the navigation; absent = the page's own. */
  area?: string
  preferences: Preferences
  heading: string
  /** Sections. */
  content: Html
  /** Whether the page shows why a form was refused; its title then says so. */
  isRefusal?: boolean
  /** Null before signing in. */
  signedIn: { member: Member; formToken: string } | null
}

/** Makes the frame of all account pages: that of the site, with the bar of the account. */
export function createAccountShell({ site, pages }: AccountShellDeps) {
  function renderBar({ path, area = path, signedIn }: FramedPage, texts: AccountTexts): Html | null {
    if (signedIn === null) return null
    const links = pages.flatMap(({ path: target, navigation }) =>
      navigation === null ? [] : [{ path: target, name: navigation[texts.language] }],
    )
    return renderPrivateBar({
      label: texts.navigation,
      links,
      current: area,
      signOut: { action: signOutPath, label: texts.signOut, formToken: signedIn.formToken },
      signedIn: html`<span><span class="unseen">${texts.signedInAs} </span>${signedIn.member.address}</span> `,
    })
  }

  return function renderAccountShell(page: FramedPage): string {
    const { path, preferences, heading, content, isRefusal } = page
    const texts = accountTexts[preferences.language]
    return renderSitePage(site, {
      path,
      preferences,
      texts: { title: isRefusal === true ? texts.refusedTitle(heading) : heading, description: texts.description },
      files: site.assets.pages.account,
      current: 'account',
      query: removeApiKeys(extractQuery(page.request.url)),
      notices: renderBar(page, texts),
      content: renderTextPage({ heading, lead: null, content }),
      isIndexed: false,
      isPrivate: true,
      bodyClass: 'private',
    })
  }
}
export type AccountShell = ReturnType<typeof createAccountShell>
