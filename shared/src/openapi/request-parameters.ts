import type { Operation } from '../contract/operations.ts'
import { queryParameters } from '../contract/parameters.ts'
import { requestIdPattern } from '../contract/request-id.ts'
import { refTo } from './component-schemas.ts'
import type { Parameter, Reference } from './document-types.ts'

/**
 * Request headers that have a meaning. `Accept` is among the content types of each response and may, by the standard, not stand among
 * parameters, and the key is a security scheme.
 */
const requestHeaders: Readonly<Record<string, Parameter>> = {
  AcceptEncoding: {
    name: 'Accept-Encoding',
    in: 'header',
    description: 'zstd, br or gzip: bodies above 1 KiB are sent compressed, as Content-Encoding says.',
    schema: { type: 'string' },
    example: 'gzip',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an earlier answer: 304 without a body when the data are still the same.',
    schema: { type: 'string' },
  },
  IfModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    description: 'Last-Modified of an earlier answer; looked at only without If-None-Match.',
    schema: { type: 'string' },
  },
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own name for the request: 8 to 64 letters, digits, dots, underscores or hyphens. Anything else is replaced by a name of ours.',
    schema: { type: 'string', pattern: requestIdPattern.source },
    example: 'my-request-0001',
  },
  Traceparent: {
    name: 'traceparent',
    in: 'header',
    description: 'Trace to be continued (W3C Trace Context). Its id comes back as traceId of a problem.',
    schema: { type: 'string' },
    example: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  },
}

/** Every parameter by its name among the components: those of the query, then the request headers. */
export function componentParameters(): Record<string, Parameter> {
  const ofQuery = Object.entries(queryParameters).map(
    ([name, { schema, description, example }]): [string, Parameter] => [
      name,
      { name, in: 'query', required: false, description, schema, example },
    ],
  )
  return { ...Object.fromEntries(ofQuery), ...requestHeaders }
}

/** What a call of the operation may carry. */
export function parametersOf({ queryParameters: names }: Operation): Reference[] {
  return [...names, ...Object.keys(requestHeaders)].map((name) => refTo('parameters', name))
}
