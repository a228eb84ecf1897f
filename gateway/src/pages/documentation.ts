import { openApiDocument } from '@hexawatt/shared/openapi/document'
import type { DocumentContext } from '@hexawatt/shared/openapi/document-types'
import { pageMaxAgeSeconds } from './html-page.ts'
import { llmsText } from './llms-text.ts'
import { createProblemPages } from './problem-pages.ts'
import { createReferencePages } from './reference-page.ts'
import { createServedPage, type ServedPage } from './served-page.ts'

/**
 * Makes the documentation, all of it before the first request: `/docs` with its assets, `/openapi.json`, `/problems` with a page per code,
 * and `/llms.txt`.
 *
 * @returns finds a page by its path; null when there is none
 */
export async function createDocs(context: DocumentContext): Promise<(path: string) => ServedPage | null> {
  const pages: ReadonlyMap<string, ServedPage> = new Map([
    ...(await createReferencePages(openApiDocument(context))),
    ...createProblemPages(context.publicBaseUrl),
    [
      '/llms.txt',
      createServedPage({
        contentType: 'text/plain; charset=utf-8',
        body: llmsText(context),
        maxAgeSeconds: pageMaxAgeSeconds,
      }),
    ],
  ])
  return (path) => pages.get(path) ?? null
}
