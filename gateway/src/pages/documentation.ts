import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { openApiDocument } from '@hexawatt/shared/openapi/document'
import type { DocumentContext } from '@hexawatt/shared/openapi/document-types'
import type { Resource } from '../http/resource.ts'
import { pageMaxAgeSeconds } from './html-page.ts'
import { llmsText } from './llms-text.ts'
import { createProblemPages } from './problem-pages.ts'
import { createReferencePages } from './reference-page.ts'
import { createServedPage, pageResource, type ServedPage } from './served-page.ts'

/**
 * Makes the documentation, all of it before the first request: `/docs` with its assets, `/openapi.json`, `/problems` with a page per code,
 * and `/llms.txt`.
 */
export async function createDocs(
  context: DocumentContext,
  operations: readonly OperationEntry[] = allOperations,
): Promise<Resource[]> {
  const pages: [path: string, page: ServedPage][] = [
    ...(await createReferencePages(openApiDocument(context, operations))),
    ...createProblemPages(context.publicBaseUrl, operations),
    [
      '/llms.txt',
      createServedPage({
        contentType: 'text/plain; charset=utf-8',
        body: llmsText(context, operations),
        maxAgeSeconds: pageMaxAgeSeconds,
      }),
    ],
  ]
  return pages.map(([path, page]) => pageResource(path, page))
}
