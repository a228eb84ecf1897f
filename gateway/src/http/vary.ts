import type { Operation } from '@hexawatt/shared/contract/operations'

/** What a public answer depends on beside its address: caches must tell the forms of a body apart. */
export const publicVary = 'Accept, Accept-Encoding'

/** What an answer to an operation depends on beside its address: with a key also the plan, which a cache sees as the key. */
export function varyOf({ needsKey }: Operation): string {
  return needsKey ? `${publicVary}, X-Api-Key` : publicVary
}
