import { markdownTable } from '../command-line/tables.ts'
import { problemTable, publicProblemCodes } from '../contract/problem.ts'
import type { OpenApiDocument } from './document-types.ts'
import { operationMarkdown } from './operation-markdown.ts'
import { schemaMarkdown } from './schema-markdown.ts'

/** The document as text for people who read the repository: `docs/api.md`. */
export function apiMarkdown(document: OpenApiDocument): string {
  const { info, paths, components } = document
  return `${[
    '# The API',
    'Made from the contract by `bun run docs`; change it there. The same as a reference to try out is at `/docs` of a running gateway, and as OpenAPI 3.1 at `/openapi.json`.',
    info.description,
    '## Endpoints',
    ...Object.entries(paths).map(([path, { get }]) => operationMarkdown(path, get, document)),
    '## Request headers',
    headersOfRequests(document),
    '## Response headers',
    headersOfAnswers(document),
    '## Error codes',
    codes(),
    '## Objects',
    ...Object.entries(components.schemas).map(([name, schema]) => schemaMarkdown(name, schema)),
  ].join('\n\n')}\n`
}

function headersOfRequests({ components }: OpenApiDocument): string {
  const [scheme] = Object.values(components.securitySchemes)
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === 'header')
  const rows = headers.map(({ name, description }) => [`\`${name}\``, description])
  return markdownTable(
    ['header', 'meaning'],
    [
      [`\`${scheme?.name}\``, scheme?.description ?? ''],
      ['`Accept`', 'Type of the success body; see Formats.'],
      ...rows,
    ],
  )
}

function headersOfAnswers({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.headers).map(([name, { description, example }]) => [
    `\`${name}\``,
    description,
    `\`${String(example)}\``,
  ])
  return markdownTable(['header', 'meaning', 'example'], rows)
}

function codes(): string {
  const rows = publicProblemCodes.map((code) => {
    const { status, title, remedy } = problemTable[code]
    return [String(status), `\`${code}\``, `${title}. ${remedy}`]
  })
  return markdownTable(['status', 'code', 'meaning, and what to do'], rows)
}
