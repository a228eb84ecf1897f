import type { AnyOperation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** Header of the API key. */
const apiKeyHeader = 'x-api-key'

/** Header of the key in the Electricity Maps interface. */
const authTokenHeader = 'auth-token'

/** Longest Authorization header that is read, characters: room for a key and an ignored user name. */
const maxAuthorizationLength = 1_024

/** RFC 9110 requires a challenge in every 401. Programs that know only one scheme take the first challenge. */
const keyChallenge = { 'www-authenticate': 'Bearer realm="hexawatt", ApiKey realm="hexawatt"' }
const exportChallenge = { 'www-authenticate': 'Basic realm="hexawatt", charset="UTF-8", Bearer realm="hexawatt"' }

const bearerScheme = /^bearer(?: |$)/i
const emptyBearer = /^bearer *$/i
/** A token of RFC 6750. */
const bearerCredentials = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const basicScheme = /^basic(?: |$)/i
const basicCredentials = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * The key that a request presents, '' = none. Every path that needs a key accepts it in X-Api-Key or as `Authorization: Bearer`. Exports also accept it as
 * the password of HTTP Basic, under any user name, because many programs cannot send other headers; the Electricity Maps façade also accepts its own header
 * `auth-token`. Elsewhere Basic and `auth-token` are ignored, because a proxy in front of the gateway may use them for itself.
 * @throws AppError `invalid_api_key` for two different credentials, and for an unreadable Authorization header
 */
export function readPresentedKey(operation: AnyOperation, headers: Headers): string {
  const inHeader = headers.get(apiKeyHeader) ?? ''
  const authorization = headers.get('authorization')
  // The path of nearly every request.
  if (authorization === null && !operation.isFacade) return inHeader
  const inToken = operation.isFacade ? (headers.get(authTokenHeader) ?? '') : ''
  const sent = [inHeader, inToken].filter((key) => key !== '')
  const key = (authorization === null ? null : readAuthorizedKey(operation, authorization)) ?? sent[0] ?? ''
  if (sent.every((other) => other === key)) return key
  // The server would have to ignore one credential silently, and could count the request against the wrong account.
  throw refuseKey('invalid_api_key', 'The request contains two different credentials; send one.')
}

/**
 * The key in an Authorization header, '' = an empty one; null when its scheme carries no key on this path.
 *
 * @throws AppError `invalid_api_key`
 */
function readAuthorizedKey(operation: AnyOperation, authorization: string): string | null {
  const isBearer = bearerScheme.test(authorization)
  if (!isBearer && !(operation.exportedAs !== null && basicScheme.test(authorization))) return null
  const key = isBearer ? readBearerToken(authorization) : readBasicPassword(authorization)
  if (key !== null) return key
  const expected = isBearer ? 'Bearer token' : 'HTTP Basic'
  throw refuseKey('invalid_api_key', `The Authorization header contains no readable ${expected}.`)
}

/** The token of a Bearer header (RFC 6750), '' = empty; null when the header cannot be read. */
function readBearerToken(authorization: string): string | null {
  if (authorization.length > maxAuthorizationLength) return null
  if (emptyBearer.test(authorization)) return ''
  return bearerCredentials.exec(authorization)?.[1] ?? null
}

/** The password of HTTP Basic (RFC 7617); null when the header cannot be read. */
function readBasicPassword(authorization: string): string | null {
  if (authorization.length > maxAuthorizationLength) return null
  const [, encoded] = basicCredentials.exec(authorization) ?? []
  if (encoded === undefined) return null
  try {
    // Keys are ASCII: the charset of the bytes makes no difference.
    const credentials = atob(encoded)
    const colon = credentials.indexOf(':')
    return colon === -1 ? null : credentials.slice(colon + 1)
  } catch {
    return null
  }
}

/** A 401. @param detail must not contain anything that the client sent */
export function refuseKey(
  code: 'missing_api_key' | 'invalid_api_key' | 'revoked_api_key' | 'expired_api_key',
  detail: string,
): AppError {
  return new AppError(code, { detail, headers: keyChallenge })
}

/**
 * The 401 of an operation, with help for the caller. The 401 of an export asks for HTTP Basic first, so that browsers and spreadsheet programs prompt for the
 * key.
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
