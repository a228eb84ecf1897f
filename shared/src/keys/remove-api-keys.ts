import { hideApiKeys } from '../telemetry/hide-api-keys.ts'

/** A query without the parameters that hold an API key: what a page may repeat in its links. */
export function removeApiKeys(query: string): string {
  if (hideApiKeys(query) === query) return query
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) => hideApiKeys(`${name} ${value}`) === `${name} ${value}`,
  )
  return new URLSearchParams(kept).toString()
}
