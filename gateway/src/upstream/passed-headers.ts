import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'

/** What of a service's headers a customer may see. Everything else stays here: cookies, server names, internal headers. */
export const passedHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'etag',
  'cache-control',
  'last-modified',
  'vary',
  dataModeHeader,
  confidenceHeader,
])

/** @param name in lower case */
export function isPassedHeader(name: string): boolean {
  return passedHeaders.has(name)
}
