import { markdownTable } from '../command-line/tables.ts'
import type { OpenApiDocument, OperationObject, Parameter } from './document-types.ts'
import { nameOf, typeText } from './schema-markdown.ts'

/** Everything about one operation: what it is for, its parameters, its statuses, and a recorded call. */
export function operationMarkdown(path: string, operation: OperationObject, { components }: OpenApiDocument): string {
  const inQuery = operation.parameters
    .map((reference) => components.parameters[nameOf(reference)])
    .filter((parameter) => parameter?.in === 'query')
  const example = components.examples[operation.operationId]
  return [
    `### GET ${path}`,
    `${operation.summary}. ${operation.description}`,
    operation.security.length > 0 ? 'Needs a key.' : 'Needs no key.',
    parametersMarkdown(inQuery.filter((parameter) => parameter !== undefined)),
    markdownTable(['status', 'answer'], statuses(operation)),
    `\`${example?.summary}\`, recorded on demo data, long lists cut:`,
    codeBlock('json', JSON.stringify(example?.value, null, 2)),
  ].join('\n\n')
}

function parametersMarkdown(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'No query parameters.'
  const rows = parameters.map(({ name, schema, description }) => [
    `\`${name}\``,
    typeText(schema),
    schema.default === undefined ? '' : `\`${String(schema.default)}\``,
    description,
  ])
  return markdownTable(['parameter', 'type', 'default', 'meaning'], rows)
}

/** Good answers by their body, refusals by their codes. */
function statuses({ responses }: OperationObject): string[][] {
  return Object.entries(responses).map(([status, { description, content = {} }]) => {
    const problem = content['application/problem+json']
    if (problem?.examples !== undefined) return [status, Object.keys(problem.examples).map(codeLink).join(', ')]
    const typesBySchema = Map.groupBy(Object.keys(content), (type) => typeText(content[type]?.schema ?? {}))
    const bodies = [...typesBySchema].map(([schema, types]) => `${schema} as ${types.join(', ')}`)
    return [status, bodies.length === 0 ? description : bodies.join('; ')]
  })
}

const codeLink = (code: string): string => `[\`${code}\`](#error-codes)`

function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
