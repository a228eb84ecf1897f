import { hashSource, writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import { renderFrame, renderPlainHead } from './frame.ts'
import { type Html, html } from './html.ts'
import { createServedPage, documentMaxAgeSeconds, type ServedPage } from './served-page.ts'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1b1f24;background:#fff}' +
  'code,pre{font:.9em/1.4 ui-monospace,monospace}pre{overflow:auto;padding:1rem;background:#f4f5f7}' +
  'table{border-collapse:collapse}td,th{padding:.3rem 1rem .3rem 0;text-align:left;vertical-align:top}' +
  '.skip{position:absolute;left:-99rem}.skip:focus{left:1rem}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16191d}pre{background:#22262b}a{color:#8ab4f8}}'

/** An English text page that loads nothing, such as the page of a problem code. */
export function createPlainPage(title: string, content: Html, footer: Html): ServedPage {
  const body = renderFrame({
    language: 'en',
    theme: 'auto',
    head: renderPlainHead(`${title} – Hexawatt`, style),
    toContent: 'Skip to content',
    header: html`<h1>${title}</h1>`,
    content,
    footer,
  })
  return createServedPage({
    contentType: 'text/html; charset=utf-8',
    body,
    maxAgeSeconds: documentMaxAgeSeconds,
    headers: {
      'content-security-policy': writeContentPolicy({ 'style-src': hashSource(style) }),
      'referrer-policy': 'no-referrer',
    },
  })
}
