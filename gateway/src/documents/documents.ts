import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { openApiDocument } from '@hexawatt/shared/openapi/document'
import type { DocumentContext } from '@hexawatt/shared/openapi/document-types'
import type { Resource } from '../http/resource.ts'
import { createServedPage, pageResource } from '../pages/served-page.ts'
import { documentPath, llmsText } from './llms-text.ts'

/** `max-age` of a document, s. */
const maxAgeSeconds = 3_600

/** Makes the documents about the API that programs read: `/openapi.json` and `/llms.txt`. Both are written before the first request. */
export function createDocuments(
  context: DocumentContext,
  operations: readonly OperationEntry[] = allOperations,
): Resource[] {
  const documents = [
    {
      path: documentPath,
      contentType: 'application/json',
      body: JSON.stringify(openApiDocument(context, operations)),
    },
    { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', body: llmsText(context, operations) },
  ]
  return documents.map(({ path, ...content }) => pageResource(path, createServedPage({ ...content, maxAgeSeconds })))
}
