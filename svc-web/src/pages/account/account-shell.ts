import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { removeApiKeys } from '@hexawatt/shared/keys/key-in-address'
import type { PageAssets } from '../../kit/assets.ts'
import { renderLanguageLinks } from '../../kit/frame.ts'
import { type Html, html } from '../../kit/html.ts'
import type { Preferences } from '../../kit/preferences.ts'
import { type Bar, renderPrivateFrame } from '../../kit/private/private-frame.ts'
import type { Member } from '../../session/member.ts'
import { type AccountTexts, accountTexts } from './account-texts.ts'
import { type MemberPage, signOutPath } from './member-page.ts'

export type AccountShellDeps = {
  assets: PageAssets
  /** In the order of the navigation. */
  pages: readonly MemberPage[]
}

/** Content inside the frame. */
export type FramedPage = {
  request: Request
  path: string
  preferences: Preferences
  heading: string
  /** Sections. */
  content: Html
  /** Null before signing in. */
  signedIn: { member: Member; formToken: string } | null
}

/** Makes the frame of all account pages: header, navigation, language, sign-out. */
export function createAccountShell({ assets, pages }: AccountShellDeps) {
  function makeBar({ path, signedIn }: FramedPage, texts: AccountTexts): Bar | null {
    if (signedIn === null) return null
    const links = pages.flatMap(({ path: target, navigation }) =>
      navigation === null ? [] : [{ path: target, name: navigation[texts.language] }],
    )
    return {
      label: texts.navigation,
      links,
      current: path,
      signOut: { action: signOutPath, label: texts.signOut, formToken: signedIn.formToken },
      signedIn: html`<span>${texts.signedInAs} <b>${signedIn.member.address}</b></span> `,
    }
  }

  return function renderAccountShell(page: FramedPage): string {
    const { language, theme } = page.preferences
    const texts = accountTexts[language]
    return renderPrivateFrame(
      {
        language,
        theme,
        toContent: texts.toContent,
        heading: page.heading,
        site: texts.title,
        lead: null,
        languages: renderLanguageLinks(language, texts.languages, removeApiKeys(extractQuery(page.request.url))),
        bar: makeBar(page, texts),
        content: page.content,
        footer: html`<p><a href="/">${texts.home}</a> · <a href="/plans">${texts.plans}</a> · <a href="/docs">${texts.reference}</a></p>`,
      },
      assets,
    )
  }
}
export type AccountShell = ReturnType<typeof createAccountShell>
