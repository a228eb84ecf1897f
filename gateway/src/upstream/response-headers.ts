import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { contentTypeHeader, type OfferedType } from '../gate/negotiate.ts'

/** What of a service's headers a customer sees. Everything else stays here: cookies, server names, internal headers. */
const passedHeaders = [
  'content-type',
  'content-encoding',
  'retry-after',
  'etag',
  'cache-control',
  'last-modified',
  'vary',
  dataModeHeader,
  confidenceHeader,
] as const

/** Headers of the answer to the customer from those of the service. */
export function customerHeaders(service: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of passedHeaders) {
    const value = service.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}

/** The same for a success body: it is offered under several types, so caches must tell them apart. */
export function negotiatedHeaders(service: Headers, contentType: OfferedType): Record<string, string> {
  const headers = customerHeaders(service)
  headers['vary'] = varyWithAccept(headers['vary'])
  if (headers['content-type'] !== undefined) headers['content-type'] = contentTypeHeader(contentType)
  return headers
}

/** `Vary` of the service with Accept in it, once. */
function varyWithAccept(vary = ''): string {
  const names = vary.split(',').map((name) => name.trim())
  const others = names.filter((name) => name !== '' && name.toLowerCase() !== 'accept')
  return ['Accept', ...others].join(', ')
}
