import { createServedPage, type ServedPage } from './served-page.ts'

/** `max-age` of a page of the documentation, s. */
export const pageMaxAgeSeconds = 3_600

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1b1f24;background:#fff}' +
  'code,pre{font:.9em/1.4 ui-monospace,monospace}pre{overflow:auto;padding:1rem;background:#f4f5f7}' +
  'table{border-collapse:collapse}td,th{padding:.3rem 1rem .3rem 0;text-align:left;vertical-align:top}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16191d}pre{background:#22262b}a{color:#8ab4f8}}'

/** No scripts and no external resources; only the page's own style, by its hash. */
const contentSecurityPolicy = `default-src 'none'; style-src ${sourceHash(style)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** An inline script or style as a content security policy names it. */
export function sourceHash(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
}

/**
 * A page of text.
 *
 * @param main HTML of its content, escaped by the caller
 */
export function createHtmlPage(title: string, main: string): ServedPage {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${Bun.escapeHTML(title)} – Hexawatt</title>
<style>${style}</style>
</head>
<body>
${main}
</body>
</html>
`
  return createServedPage({
    contentType: 'text/html; charset=utf-8',
    body,
    maxAgeSeconds: pageMaxAgeSeconds,
    headers: { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' },
  })
}
