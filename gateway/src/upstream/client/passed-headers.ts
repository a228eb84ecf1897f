import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { effectiveFromHeader, truncatedHeader } from '@hexawatt/shared/contract/score-history'

/** What of a service's headers a customer may see, in lower case. Everything else stays here: cookies, server names, internal headers. */
export const passedHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'etag',
  'cache-control',
  'last-modified',
  'vary',
  dataModeHeader,
  confidenceHeader,
  effectiveFromHeader,
  truncatedHeader,
])
