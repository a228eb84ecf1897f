import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { createCachedBody, respondWithCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { createWeakTag } from '@hexawatt/shared/http/conditional'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import type { DocumentContext } from '@hexawatt/shared/openapi/schemas/document-types'
import { type Resource, readMethods } from '../http/resource.ts'
import { documentPath, writeLlmsText } from './llms-text.ts'

/** `max-age` of a document, s. */
const maxAgeSeconds = 3_600

/** Makes the documents about the API for programs: `/openapi.json` and `/llms.txt`. Both are written before the first request. */
export function createDocuments(
  context: DocumentContext,
  operations: readonly OperationEntry[] = allOperations,
): Resource[] {
  return [
    makeDocument(documentPath, 'application/json', JSON.stringify(createOpenApiDocument(context, operations))),
    makeDocument('/llms.txt', 'text/plain; charset=utf-8', writeLlmsText(context, operations)),
  ]
}

function makeDocument(path: string, contentType: string, text: string): Resource {
  const body = new TextEncoder().encode(text)
  const headers = {
    etag: createWeakTag(text),
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    vary: 'Accept-Encoding',
  }
  const cached = createCachedBody(headers, body)
  return { path, methods: readMethods, answer: ({ request }) => respondWithCachedBody(request, cached, contentType) }
}
