import { isFacade } from '@hexawatt/shared/contract/compat/electricity-maps-operations'
import { isExport } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** Header of the API key. */
const apiKeyHeader = 'x-api-key'

/** Header of the key in the interface of Electricity Maps. */
const authTokenHeader = 'auth-token'

/** Longest Authorization header that is read, characters: a key, and a user name that means nothing. */
const maxAuthorizationLength = 1_024

/** RFC 9110 requires a challenge of every 401. */
const apiKeyChallenge = { 'www-authenticate': 'ApiKey realm="hexawatt"' }
const basicChallenge = { 'www-authenticate': 'Basic realm="hexawatt", charset="UTF-8"' }

const basicScheme = /^basic(?: |$)/i
const basicCredentials = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * The key that a request presents, '' = none: in X-Api-Key; for an export also as the password of HTTP Basic, under any user name, since many
 * programs cannot send a header of their own, and for the façade of Electricity Maps in its header `auth-token`. Other schemes of Authorization count
 * nowhere, Basic and `auth-token` on no other path.
 *
 * @throws AppError `missing_api_key` or `invalid_api_key`, for exports only: `authenticate` refuses what other operations lack
 */
export function presentedKey(operation: { readonly id: string }, headers: Headers): string {
  const inHeader = headers.get(apiKeyHeader) ?? ''
  if (!isExport(operation)) return inHeader
  const authorization = headers.get('authorization') ?? ''
  const inToken = isFacade(operation) ? (headers.get(authTokenHeader) ?? '') : ''
  const sent = [inHeader, inToken].filter((key) => key !== '')
  const key = basicScheme.test(authorization) ? basicPassword(authorization) : (sent[0] ?? '')
  // One of them would be ignored silently, and the request counted against an account that nobody meant.
  if (sent.some((other) => other !== key)) {
    throw keyRefusal('invalid_api_key', 'The request holds two different credentials; send one.')
  }
  if (key === null) throw keyRefusal('invalid_api_key', 'The Authorization header holds no readable HTTP Basic.')
  if (key !== '') return key
  throw keyRefusal(
    'missing_api_key',
    `The API key is missing: send it in the header X-Api-Key${isFacade(operation) ? ' or auth-token' : ''}, or as the password of HTTP Basic.`,
  )
}

/** The password of HTTP Basic (RFC 7617); null when the header cannot be read. */
function basicPassword(authorization: string): string | null {
  if (authorization.length > maxAuthorizationLength) return null
  const [, encoded] = basicCredentials.exec(authorization) ?? []
  if (encoded === undefined) return null
  try {
    // Keys are ASCII: in which charset the bytes are read changes none.
    const credentials = atob(encoded)
    const colon = credentials.indexOf(':')
    return colon === -1 ? null : credentials.slice(colon + 1)
  } catch {
    return null
  }
}

/** A 401. @param detail never holds what was sent */
export function keyRefusal(
  code: 'missing_api_key' | 'invalid_api_key' | 'revoked_api_key' | 'expired_api_key',
  detail: string,
): AppError {
  return new AppError(code, { detail, headers: apiKeyChallenge })
}

/** The 401 of an operation: that of an export asks for HTTP Basic, by which a browser or a program asks for the key. */
export function challenged(operation: { readonly id: string }, refusal: AppError): AppError {
  if (!isExport(operation)) return refusal
  return new AppError(refusal.code, { ...refusal.options, headers: basicChallenge })
}
