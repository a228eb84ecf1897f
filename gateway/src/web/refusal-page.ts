import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { AppError } from '@hexawatt/shared/errors/app-error'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { GatewayResponse } from '../http/gateway-response.ts'

/** Only for this visitor, and never cached: svc-web may answer the next request. */
const refusalHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

type Texts = Readonly<Record<'busy' | 'body' | 'unavailable', string>> & { heading: string }

const textsOf: Readonly<Record<Language, Texts>> = {
  fr: {
    heading: 'Votre demande n’a pas abouti',
    busy: fr('Trop de demandes en ce moment : réessayez dans quelques instants.'),
    body: 'Le formulaire est incomplet ou n’a pas pu être lu.',
    unavailable: fr('Les pages d’Hexawatt sont momentanément indisponibles : réessayez dans quelques instants.'),
  },
  en: {
    heading: 'This request was not processed',
    busy: 'Too many requests at the moment: try again shortly.',
    body: 'The form is incomplete or could not be read.',
    unavailable: 'Hexawatt’s pages are unavailable at the moment: try again shortly.',
  },
}

/** The small page that a visitor sees when the gateway itself refuses a request for a page. It needs no other program. */
export function makeRefusalPage(request: Request, error: AppError): GatewayResponse {
  const language = readLanguage(request)
  const { heading, ...texts } = textsOf[language]
  const text = error.status === 429 ? texts.busy : error.status < 500 ? texts.body : texts.unavailable
  const { retryAfterSeconds } = error.options
  const headers = new Headers({ ...refusalHeaders, 'content-language': language })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  const body = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Hexawatt</title></head>
<body><main><h1>${heading}</h1><p role="alert">${text}</p></main></body>
</html>
`
  return { status: error.status, headers, body }
}

/** The visitor's choice, as svc-web reads it: from the address, else the cookie, else French. */
function readLanguage({ url, headers }: Request): Language {
  const [, inAddress] = /[?&]lang=(fr|en)(?:&|$)/.exec(url) ?? []
  const chosen = inAddress ?? new Bun.CookieMap(headers.get('cookie') ?? '').get('lang')
  return chosen === 'en' ? 'en' : 'fr'
}
