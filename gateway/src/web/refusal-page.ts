import type { Language } from '@hexawatt/shared/contract/values/languages'
import { isLanguage } from '@hexawatt/shared/contract/values/languages'
import type { AppError } from '@hexawatt/shared/errors/app-error'
import { chooseLanguage } from '@hexawatt/shared/http/bodies/choose-language'
import { hashSource, writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { GatewayResponse } from '../http/gateway-response.ts'

/**
 * Style of the gateway's own pages, inline because svc-web, which serves the site's style, may be down: the colours of paper, ink and night of the site, in
 * light and dark.
 */
const refusalStyle = [
  ':root{color-scheme:light dark;--paper:light-dark(#f6f5f1,#0b0f21);--surface:light-dark(#fff,#151b35);--ink:light-dark(#141a38,#eef0f9);--quiet:light-dark(#484f6e,#b2bad8);--line:light-dark(#dcdad4,#2a3253)}',
  ':root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}',
  '*{box-sizing:border-box}',
  'body{display:flex;flex-direction:column;min-height:100vh;margin:0;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}',
  'header,main{width:100%;max-width:82.5rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2.5rem)}',
  'header{display:flex;align-items:center;gap:.6rem;min-height:4rem;font-size:1.3125rem;font-weight:750;letter-spacing:-.03em}',
  '.hex{fill:light-dark(#1d2776,#aebbff)}.w{fill:none;stroke:light-dark(#ffd873,#0b0f21);stroke-width:9;stroke-linejoin:round;stroke-linecap:round}',
  'main{padding-block:clamp(2rem,7vh,5rem)}p{max-width:46ch;margin:1rem 0 0;font-size:1.1875rem}',
  '.n{margin:0;color:var(--quiet);font-weight:620}h1{margin:.25rem 0 0;font-size:clamp(2.25rem,1.05rem + 5vw,4rem);font-weight:780;line-height:1.02;letter-spacing:-.04em}',
  'code{font-family:ui-monospace,monospace;font-size:.9em}',
  '.again{display:inline-block;margin-top:1.5rem;padding:.6rem 1.1rem;border-radius:.5rem;background:light-dark(#2a379c,#aebbff);color:light-dark(#fff,#0b0f21);font-weight:620;text-decoration:none}',
  '.night{display:flex;flex:1;align-items:end;min-height:12rem;border-bottom:clamp(3rem,9vh,6rem) solid #10163a;background:linear-gradient(#0d1340,#2b3680 70%)}',
  '.night i{flex:1;height:4px;margin-bottom:2.13rem;background:#fff}',
].join('')

/** Only for this visitor, and never cached: svc-web may answer the next request. */
const refusalHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': writeContentPolicy({ 'style-src': hashSource(refusalStyle) }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

type Message = Readonly<{ heading: string; text: string }>
type Texts = Readonly<Record<'unknown' | 'busy' | 'body' | 'unavailable', Message>> &
  Readonly<Record<'error' | 'nearest' | 'again', string>>

const textsOf: Readonly<Record<Language, Texts>> = {
  fr: {
    error: 'Erreur',
    unknown: {
      heading: 'Rien n’est branché ici',
      text: fr('Cette adresse ne mène à aucune page : elle a changé, ou n’a jamais existé.'),
    },
    busy: {
      heading: fr('Trop de demandes à la fois'),
      text: fr('Trop de demandes en ce moment : réessayez dans quelques instants.'),
    },
    body: {
      heading: 'Demande refusée',
      text: fr('Le formulaire est incomplet ou n’a pas pu être lu : revenez en arrière et envoyez-le à nouveau.'),
    },
    unavailable: {
      heading: 'Momentanément indisponible',
      text: fr('Les pages d’Hexawatt ne répondent pas : réessayez dans quelques instants. L’API, elle, continue.'),
    },
    nearest: fr('Vous cherchiez peut-être :'),
    again: 'Réessayer',
  },
  en: {
    error: 'Error',
    unknown: {
      heading: 'Nothing is plugged in here',
      text: 'This address leads to no page: it has changed, or never existed.',
    },
    busy: { heading: 'Too many requests at once', text: 'Too many requests at the moment: try again shortly.' },
    body: {
      heading: 'Request refused',
      text: 'The form is incomplete or could not be read: go back and send it again.',
    },
    unavailable: {
      heading: 'Unavailable at the moment',
      text: 'Hexawatt’s pages are unavailable at the moment: try again shortly. The API goes on.',
    },
    nearest: 'Perhaps you were looking for:',
    again: 'Try again',
  },
}

/**
 * The small page that a visitor sees when the gateway itself refuses a request for a page. It needs no other program, and looks like the site.
 * @param nearest a path of the product that the visitor probably meant
 */
export function makeRefusalPage(request: Request, error: AppError, nearest: string | null = null): GatewayResponse {
  const { language, theme } = readChoices(request)
  const texts = textsOf[language]
  const { heading, text } = texts[messageOf(error.status)]
  const { retryAfterSeconds } = error.options
  const headers = new Headers({ ...refusalHeaders, 'content-language': language })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  // A form is not sent again by a link: the visitor goes back to it.
  const isWorthRepeating = request.method !== 'POST' && (error.status === 429 || error.status >= 500)
  const suggestion = nearest === null ? '' : `<p>${texts.nearest} <code>${nearest}</code></p>`
  const body = `<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${heading} – Hexawatt</title><style>${refusalStyle}</style></head>
<body><header><svg viewBox="0 0 90 102" width="34" height="38" aria-hidden="true"><path class="hex" d="M45 3 87 27v48L45 99 3 75V27z"/><path class="w" d="M20 37 33 66 45 45 57 66 70 37"/></svg>Hexawatt</header>
<main><p class="n">${texts.error} ${error.status}</p><h1>${heading}</h1><p role="alert">${text}</p>${suggestion}${isWorthRepeating ? `<a class="again" href="">${texts.again}</a>` : ''}</main>
<div class="night" aria-hidden="true"><i></i><svg viewBox="0 0 208 72" width="208" height="72" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path d="M0 36h16M54 28h20M54 44h20M191 36h17"/><path d="M16 20h26c9 0 16 7 16 16s-7 16-16 16H16zM164 5 190.8 20.5V51.5L164 67 137.2 51.5V20.5Z" fill="#10163a"/><path d="M157 29h.01M157 43h.01" stroke-width="6"/><path d="M92 14l6 7M100 36h9M92 58l6-7" stroke="#ffd873" stroke-width="3"/></svg><i></i></div></body>
</html>
`
  return { status: error.status, headers, body }
}

function messageOf(status: number): 'unknown' | 'busy' | 'body' | 'unavailable' {
  if (status === 404) return 'unknown'
  if (status === 429) return 'busy'
  return status < 500 ? 'body' : 'unavailable'
}

/** The visitor's choices, as svc-web reads them: the language from the address, else the cookie, else what the browser prefers; the appearance. */
function readChoices({ url, headers }: Request): { language: Language; theme: string } {
  const [, inAddress] = /[?&]lang=(fr|en)(?:&|$)/.exec(url) ?? []
  const remembered = new Bun.CookieMap(headers.get('cookie') ?? '')
  const chosen = inAddress ?? remembered.get('lang') ?? ''
  const theme = remembered.get('theme') ?? ''
  return {
    language: isLanguage(chosen) ? chosen : chooseLanguage(headers.get('accept-language')),
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  }
}
