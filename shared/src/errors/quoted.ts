import { hideApiKeys } from '../telemetry/hide-api-keys.ts'

/** Longest piece of the caller's text that an error repeats, characters. */
const maxQuotedLength = 64

/** What the caller sent, as an error may repeat it: shortened, and without a key that was put there by mistake. */
export function quoted(text: string): string {
  const safe = hideApiKeys(text)
  return JSON.stringify(safe.length > maxQuotedLength ? `${safe.slice(0, maxQuotedLength)}…` : safe)
}
