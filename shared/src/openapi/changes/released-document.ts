import { join } from 'node:path'
import type { OpenApiDocument } from '../schemas/document-types.ts'
import type { ReleasedDocument } from './compare-documents.ts'

/** The document of the last release, which the release writes; absent before the first one. */
export const releasedDocumentPath = 'shared/src/openapi/released/document.json'

/** The document of the last release; null before the first one. */
export async function readReleasedDocument(root: string): Promise<ReleasedDocument | null> {
  const file = Bun.file(join(root, releasedDocumentPath))
  return (await file.exists()) ? await file.json() : null
}

/** Members that no client relies on: texts may change at any time. */
const texts = ['description', 'summary', 'example', 'examples', 'tags']

/** The text of the file for a release: a line for each operation and each named object, so that a difference can be read. */
export function createReleasedDocument({ paths, components }: OpenApiDocument, release: string): string {
  // Fields may have such names too: only those of schemas and operations are left out.
  const withoutTexts = (value: unknown, isFields = false): unknown => {
    if (Array.isArray(value)) return value.map((part) => withoutTexts(part))
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([name]) => isFields || !texts.includes(name))
    return Object.fromEntries(
      kept.map(([name, part]) => [name, withoutTexts(part, !isFields && name === 'properties')]),
    )
  }
  const successes = Object.entries(paths).map(([path, item]) => [path, mapAnswers(item)])
  const group = (entries: [string, unknown][]) =>
    entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(withoutTexts(value))}`).join(',\n')
  return [
    `{"release":${JSON.stringify(release)},"paths":{`,
    group(successes as [string, unknown][]),
    '},"components":{"schemas":{',
    group(Object.entries(components.schemas)),
    '},"parameters":{',
    group(Object.entries(components.parameters)),
    '}}}\n',
  ].join('\n')
}

/** Errors have one body and may be added: only other answers are kept. */
function mapAnswers(item: OpenApiDocument['paths'][string]): OpenApiDocument['paths'][string] {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      {
        ...operation,
        responses: Object.fromEntries(Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))),
      },
    ]),
  )
}
