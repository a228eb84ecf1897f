import { allOperations } from '@hexawatt/shared/contract/operations'
import { languages } from '@hexawatt/shared/contract/values/languages'
import { accountPath } from '@hexawatt/shared/contract/web-paths'
import type { PublicRoute } from '../../http/page-routes.ts'
import { html } from '../../kit/html.ts'
import { createServedPage, documentMaxAgeSeconds, servePage } from '../../kit/served-page.ts'
import { addressIn } from '../site.ts'

/** Pages that search engines list, in the order of their importance. */
const indexedPaths = [
  '/',
  '/consommations',
  '/etat',
  '/comprendre',
  '/docs',
  '/developpeurs',
  '/plans',
  '/problems',
  '/mentions-legales',
  '/confidentialite',
] as const

/** Starts of paths that hold nothing for search engines: members' pages, cards of other sites, and operations that need a key. */
const closedPaths = new Set([
  accountPath,
  '/embed',
  ...allOperations.filter(({ needsKey }) => needsKey).map(({ path }) => `/${path.split('/')[1]}`),
])

/** Makes robots.txt and the sitemap. @param servedPaths paths of this installation's pages */
export function createRobotRoutes(publicBaseUrl: string, servedPaths: readonly string[]): PublicRoute[] {
  const { pathname } = new URL(publicBaseUrl)
  const base = pathname === '/' ? '' : pathname
  const robots = [
    'User-agent: *',
    ...[...closedPaths].map((path) => `Disallow: ${base}${path}`),
    '',
    `Sitemap: ${publicBaseUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const served = indexedPaths.filter((path) => servedPaths.includes(path))
  return [
    serveText('/robots.txt', 'text/plain; charset=utf-8', robots),
    serveText('/sitemap.xml', 'application/xml; charset=utf-8', writeSitemap(publicBaseUrl, served)),
  ]
}

const serveText = (path: string, contentType: string, body: string): PublicRoute =>
  servePage(path, createServedPage({ contentType, body, maxAgeSeconds: documentMaxAgeSeconds }))

/** Every page in every language, each with the addresses of the other languages (sitemaps.org, and Google's extension for languages). */
function writeSitemap(publicBaseUrl: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const page = `${publicBaseUrl}${path}`
    const alternates = [
      ...languages.map((language) => [language, addressIn(page, language)] as const),
      ['x-default', page] as const,
    ].map(([language, address]) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`)
    return languages.map((language) => html`<url><loc>${addressIn(page, language)}</loc>${alternates}</url>\n`)
  })
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries}</urlset>
`.markup
}
