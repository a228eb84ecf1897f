import type { AnyOperation } from '@hexawatt/shared/contract/operations'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { hasKeyInAddress, keyInAddressNote } from '@hexawatt/shared/keys/key-in-address'

export type KeyHelpDeps = {
  publicBaseUrl: string
  /** The public demo key; null when there is none. */
  demoKey: string | null
}

/** Makes the last sentences of every 401: how a key is sent, and how to get one. */
export function createKeyHelp({ publicBaseUrl, demoKey }: KeyHelpDeps) {
  const howToGet = `${publicBaseUrl}${plansPagePath} says how to get a key`

  /** @param isKnown whether the product issued the key: then the caller knows how a key is sent */
  return function describeKeyHelp(operation: AnyOperation, url: string, isKnown: boolean): string {
    const note = hasKeyInAddress(url) ? `${keyInAddressNote} ` : ''
    const ways = isKnown ? '' : `${describeWays(operation)}; `
    return `${note}${ways}${howToGet}${describeDemoKey(operation, demoKey)}.`
  }
}
export type KeyHelp = ReturnType<typeof createKeyHelp>

/** How the operation accepts a key. */
function describeWays(operation: AnyOperation): string {
  const token = operation.isFacade ? ', in auth-token' : ''
  const basic = operation.exportedAs !== null ? ', as the password of HTTP Basic' : ''
  return `Send the key in the header X-Api-Key${token}${basic} or as Authorization: Bearer <key>`
}

function describeDemoKey(operation: AnyOperation, demoKey: string | null): string {
  if (demoKey === null) return ''
  if (operation.isClosedToDemo) return `; the demo key ${demoKey} needs no account, but does not open this path`
  return `; to try it without an account, send the demo key ${demoKey}`
}
