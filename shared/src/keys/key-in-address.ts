import { findPathStart } from '../http/request-facts.ts'
import { hideApiKeys } from '../telemetry/hide-api-keys.ts'

/** Ends of the names by which services take a key in the address, such as `X-API-Key`, `client_secret`, `subscription-key`; and whole such names. */
const credentialName =
  /(?:key|token|secret|password|passwd|pwd|authorization|credentials?|bearer|signature)$|^(?:auth|pass|jwt|appid)$/

/** Whether a query parameter is named like a credential, in any spelling. Its value is never repeated, whatever it looks like. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** Detail of the refusal of a key in the URL, with the remedy. */
export const keyInAddressNote =
  'A key in the address is not accepted, because servers and browsers store addresses: send it in a header.'

/** Whether path or query hold an API key, or a parameter that is named like a credential. Only for refusals: it parses the query. */
export function hasKeyInAddress(url: string): boolean {
  const target = url.slice(findPathStart(url))
  if (hideApiKeys(target) !== target) return true
  const queryStart = target.indexOf('?')
  if (queryStart === -1) return false
  return [...new URLSearchParams(target.slice(queryStart)).keys()].some(isCredentialName)
}

/** Removes the parameters with an API key from a query, so that a page can repeat the query in its links. */
export function removeApiKeys(query: string): string {
  if (hideApiKeys(query) === query) return query
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) => hideApiKeys(`${name} ${value}`) === `${name} ${value}`,
  )
  return new URLSearchParams(kept).toString()
}
