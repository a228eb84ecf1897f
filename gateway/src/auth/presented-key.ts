import type { AnyOperation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** Header of the API key. */
const apiKeyHeader = 'x-api-key'

/** Header of the key in the interface of Electricity Maps. */
const authTokenHeader = 'auth-token'

/** Longest Authorization header that is read, characters: a key, and a user name that means nothing. */
const maxAuthorizationLength = 1_024

/** RFC 9110 requires a challenge in every 401. Programs that know one scheme only take the first challenge that they see. */
const keyChallenge = { 'www-authenticate': 'Bearer realm="hexawatt", ApiKey realm="hexawatt"' }
const exportChallenge = { 'www-authenticate': 'Basic realm="hexawatt", charset="UTF-8", Bearer realm="hexawatt"' }

const bearerScheme = /^bearer(?: |$)/i
const emptyBearer = /^bearer *$/i
/** A token of RFC 6750. */
const bearerCredentials = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const basicScheme = /^basic(?: |$)/i
const basicCredentials = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * The key that a request presents, '' = none. Every path that needs a key takes it in X-Api-Key or as `Authorization: Bearer`. An export also takes
 * it as the password of HTTP Basic, under any user name, because many programs cannot send other headers; the façade of Electricity Maps takes it in
 * its header `auth-token` too. Elsewhere Basic and `auth-token` are not read: a proxy in front may use them for itself.
 *
 * @throws AppError `invalid_api_key` for two different credentials, and for an Authorization header that cannot be read
 */
export function presentedKey(operation: AnyOperation, headers: Headers): string {
  const inHeader = headers.get(apiKeyHeader) ?? ''
  const authorization = headers.get('authorization')
  // The path of nearly every request.
  if (authorization === null && !operation.isFacade) return inHeader
  const inToken = operation.isFacade ? (headers.get(authTokenHeader) ?? '') : ''
  const sent = [inHeader, inToken].filter((key) => key !== '')
  const key = (authorization === null ? null : authorizedKey(operation, authorization)) ?? sent[0] ?? ''
  if (sent.every((other) => other === key)) return key
  // The server would have to ignore one of them silently, and could count the request against the wrong account.
  throw keyRefusal('invalid_api_key', 'The request holds two different credentials; send one.')
}

/**
 * The key in an Authorization header, '' = an empty one; null when its scheme carries no key on this path.
 *
 * @throws AppError `invalid_api_key`
 */
function authorizedKey(operation: AnyOperation, authorization: string): string | null {
  const isBearer = bearerScheme.test(authorization)
  if (!isBearer && !(operation.exportedAs !== null && basicScheme.test(authorization))) return null
  const key = isBearer ? bearerToken(authorization) : basicPassword(authorization)
  if (key !== null) return key
  const expected = isBearer ? 'Bearer token' : 'HTTP Basic'
  throw keyRefusal('invalid_api_key', `The Authorization header holds no readable ${expected}.`)
}

/** The token of a Bearer header (RFC 6750), '' = empty; null when the header cannot be read. */
function bearerToken(authorization: string): string | null {
  if (authorization.length > maxAuthorizationLength) return null
  if (emptyBearer.test(authorization)) return ''
  return bearerCredentials.exec(authorization)?.[1] ?? null
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
  return new AppError(code, { detail, headers: keyChallenge })
}

/**
 * The 401 of an operation, with what helps the caller. That of an export asks for HTTP Basic first, by which a browser or a program asks for the key.
 *
 * @param help sentences about how a key is sent and obtained
 */
export function addChallenge(operation: AnyOperation, refusal: AppError, help: string): AppError {
  const { detail, headers } = refusal.options
  return new AppError(refusal.code, {
    ...refusal.options,
    detail: `${detail} ${help}`,
    headers: operation.exportedAs !== null ? exportChallenge : { ...headers },
  })
}
