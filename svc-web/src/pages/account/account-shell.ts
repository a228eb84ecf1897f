import { queryText } from '@hexawatt/shared/http/parse-query'
import { removeApiKeys } from '@hexawatt/shared/keys/remove-api-keys'
import type { DashboardAssets } from '../../kit/assets.ts'
import { type Html, html } from '../../kit/html.ts'
import { languageLinks, privateHead } from '../../kit/page-head.ts'
import type { Preferences } from '../../kit/preferences.ts'
import type { Member } from '../../session/member.ts'
import { type AccountTexts, accountTexts } from './account-texts.ts'
import { formTokenInput, type MemberPage, signOutPath } from './member-page.ts'

export type AccountShellDeps = {
  assets: DashboardAssets
  /** In the order of the navigation. */
  pages: readonly MemberPage[]
}

/** What a page shows inside of the frame. */
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
  function navigation(path: string, texts: AccountTexts): Html {
    const entries = pages.flatMap((page) => {
      if (page.navigation === null) return []
      const current = page.path === path ? html`aria-current="page"` : null
      return [html`<a href="${page.path}" ${current}>${page.navigation[texts.language]}</a>`]
    })
    return html`<nav class="account-pages" aria-label="${texts.navigation}">${entries}</nav>`
  }

  function memberBar({ member, formToken }: NonNullable<FramedPage['signedIn']>, path: string, texts: AccountTexts) {
    return html`<div class="account-bar">${navigation(path, texts)}
<form method="post" action="${signOutPath}" class="signed-in" aria-label="${texts.signOut}">${formTokenInput({ formToken })}<span>${texts.signedInAs} <b>${member.address}</b></span> <button class="plain-button">${texts.signOut}</button></form></div>`
  }

  return function accountShell(page: FramedPage): string {
    const { language, theme } = page.preferences
    const texts = accountTexts[language]
    const { signedIn, path } = page
    return html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
${privateHead(`${page.heading} – ${texts.title}`, assets)}
</head>
<body class="account">
<a class="skip" href="#content">${texts.toContent}</a>
<header><div><h1>${page.heading}</h1></div>${languageLinks(language, texts.languages, removeApiKeys(queryText(page.request.url)))}${signedIn === null ? null : memberBar(signedIn, path, texts)}</header>
<main id="content" tabindex="-1">${page.content}</main>
<footer><p><a href="/">${texts.home}</a> · <a href="/plans">${texts.plans}</a> · <a href="/docs">${texts.reference}</a></p></footer>
</body></html>
`.markup
  }
}
export type AccountShell = ReturnType<typeof createAccountShell>
