import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { OperationEntry, ParameterSchema } from '../contract/entry/operation.ts'
import { hasLastModified } from './response-headers.ts'
import { createReference } from './schemas/component-schemas.ts'
import type { JsonSchema, Parameter, Reference } from './schemas/document-types.ts'

/**
 * Request headers with a meaning, except `Accept`, which OpenAPI does not allow among parameters, and the key, which is a security scheme.
 */
const requestHeaders: Readonly<Record<string, Parameter>> = {
  AcceptEncoding: {
    name: 'Accept-Encoding',
    in: 'header',
    description: 'zstd, br or gzip. Bodies above 1 KiB are compressed; Content-Encoding names the compression.',
    schema: { type: 'string' },
    example: 'gzip',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an earlier response. If the data are unchanged, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  IfModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    description: 'Last-Modified of an earlier response. Ignored when If-None-Match is present.',
    schema: { type: 'string' },
  },
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your id for the request: 8 to 64 letters, digits, dots, underscores or hyphens. Any other value is replaced by a generated id.',
    // Without a pattern: the header is no reason to refuse a request.
    schema: { type: 'string' },
    example: 'my-request-0001',
  },
  Traceparent: {
    name: 'traceparent',
    in: 'header',
    description: 'Trace to continue (W3C Trace Context). An error body contains its id as traceId.',
    schema: { type: 'string' },
    example: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  },
}

/** The header that only operations with translated sentences read. */
const languageParameter: Readonly<Record<string, Parameter>> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'Preferred language of the sentences: fr (default) or en, by quality value. Content-Language names the chosen language. Sentences of the score are always French.',
    schema: { type: 'string' },
    example: 'en-GB, en;q=0.9, fr;q=0.5',
  },
}

/** The header that only streams of events read. */
const eventHeaders: Readonly<Record<string, Parameter>> = {
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'Id of the last received event, from any gateway: only newer events are sent. EventSource sends this header automatically.',
    schema: { type: 'string' },
    example: 'score=t9w2k8-1p8x5k3v9c2aq',
  },
}

/** A query parameter in the documentation: JSON Schema of its values, meaning and example; `component` = its name in the document. */
export type QueryParameter = { component: string | null; schema: JsonSchema; description: string; example: unknown }

/** Describes a query parameter from its contract schema. The values are the parsed values, such as the number of a text. */
export function describeParameter(parameter: ParameterSchema): QueryParameter {
  const {
    $schema: _,
    capability: __,
    component = null,
    description,
    examples,
    ...schema
  } = Object(
    toJsonSchema(parameter.wrapped, {
      target: 'draft-2020-12',
      typeMode: 'output',
      errorMode: 'throw',
      // JSON Schema cannot see how a text becomes its value.
      ignoreActions: ['transform', 'raw_transform'],
    }),
  )
  const byDefault = parameter.default === undefined ? {} : { default: v.parse(parameter, undefined) }
  return { component, schema: { ...schema, ...byDefault }, description, example: examples[0] }
}

/** Every parameter of some operations by component name: query parameters, then request headers. */
export function createComponentParameters(operations: readonly OperationEntry[]): Record<string, Parameter> {
  return {
    ...Object.fromEntries(operations.flatMap(listQueryComponents)),
    ...eventHeaders,
    ...languageParameter,
    ...requestHeaders,
  }
}

function listQueryComponents({ query }: OperationEntry): [name: string, parameter: Parameter][] {
  return Object.entries(query.entries).map(([name, entry]) => {
    const { component, description, schema, example } = describeParameter(entry)
    return [component ?? name, { name, in: 'query', required: false, description, schema, example }]
  })
}

/** The parameters of an operation: of its query, and the request headers that it reads. */
export function listParameterReferences(operation: OperationEntry): Reference[] {
  const names = [...listQueryComponents(operation).map(([name]) => name), ...listRequestHeaders(operation)]
  return names.map((name) => createReference('parameters', name))
}

function listRequestHeaders(operation: OperationEntry): readonly string[] {
  // Conditions are for answers that can be cached, and a stream of events is never compressed.
  if (operation.kind === 'events') return ['LastEventId', 'XRequestId', 'Traceparent']
  if (operation.kind === 'message') return ['AcceptLanguage', 'AcceptEncoding', 'XRequestId', 'Traceparent']
  const ofLanguage = operation.isTranslated ? Object.keys(languageParameter) : []
  const headers = Object.keys(requestHeaders).filter((name) => name !== 'IfModifiedSince' || hasLastModified(operation))
  return [...ofLanguage, ...headers]
}
