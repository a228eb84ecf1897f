import type { AnyOperation } from '@hexawatt/shared/contract/operations'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { pathStartOf } from '@hexawatt/shared/http/request-facts'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'

/** Ends of the names by which services take a key in the address, such as `X-API-Key`, `client_secret`, `subscription-key`; and whole such names. */
const credentialName =
  /(?:key|token|secret|password|passwd|pwd|authorization|credentials?|bearer|signature)$|^(?:auth|pass|jwt|appid)$/

/** Whether a query parameter is named like a credential, in any spelling. Its value is never repeated, whatever it looks like. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** Why a key in the address is refused, and what to do instead. */
export const keyInAddressNote =
  'A key in the address is not accepted, because servers and browsers store addresses: send it in a header.'

/** Whether path or query hold an API key, or a parameter that is named like a credential. Only for refusals: it parses the query. */
export function hasKeyInAddress(url: string): boolean {
  const target = url.slice(pathStartOf(url))
  if (hideApiKeys(target) !== target) return true
  const queryStart = target.indexOf('?')
  if (queryStart === -1) return false
  return [...new URLSearchParams(target.slice(queryStart)).keys()].some(isCredentialName)
}

export type KeyHelpDeps = {
  publicBaseUrl: string
  /** The public demo key; null when there is none. */
  demoKey: string | null
}

/** Makes the end of every 401: how a key is sent, and how to get one. */
export function createKeyHelp({ publicBaseUrl, demoKey }: KeyHelpDeps) {
  const howToGet = `${publicBaseUrl}${plansPagePath} says how to get a key`

  /** @param isKnown the key is one of the product's, so that the caller knows how a key is sent */
  return function keyHelp(operation: AnyOperation, url: string, isKnown: boolean): string {
    const note = hasKeyInAddress(url) ? `${keyInAddressNote} ` : ''
    const ways = isKnown ? '' : `${waysOf(operation)}; `
    return `${note}${ways}${howToGet}${demoText(operation, demoKey)}.`
  }
}
export type KeyHelp = ReturnType<typeof createKeyHelp>

/** How an operation takes the key. */
function waysOf(operation: AnyOperation): string {
  const token = operation.isFacade ? ', in auth-token' : ''
  const basic = operation.exportedAs !== null ? ', as the password of HTTP Basic' : ''
  return `Send the key in the header X-Api-Key${token}${basic} or as Authorization: Bearer <key>`
}

function demoText(operation: AnyOperation, demoKey: string | null): string {
  if (demoKey === null) return ''
  if (operation.isClosedToDemo) return `; the demo key ${demoKey} needs no account, but does not open this path`
  return `; to try it without an account, send the demo key ${demoKey}`
}
