import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { problemTable, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { createGuide } from '@hexawatt/shared/openapi/guide'
import type { DocumentContext } from '@hexawatt/shared/openapi/schemas/document-types'

/** Path of the OpenAPI document. */
export const documentPath = '/openapi.json'
/** Path of the reference in svc-web. */
const referencePath = '/docs'

/** The API in one text for language models, in the format of llmstxt.org: title, summary, general rules, then lists of links. */
export function writeLlmsText(context: DocumentContext, operations: readonly OperationEntry[]): string {
  const { publicBaseUrl } = context
  const writeLink = (title: string, path: string, text: string) => `- [${title}](${publicBaseUrl}${path}): ${text}`
  const rules = createGuide(context).map(({ title, text }) => `**${title}.** ${text}`)
  const codes = publicProblemCodes.map((code) => {
    const { status, title, remedy } = problemTable[code]
    return writeLink(code, `/problems/${code}`, `${status}. ${title}. ${remedy}`)
  })
  return `${[
    '# Hexawatt',
    '> Read-only JSON API about the French national power grid: carbon intensity on both boundaries, a score of 0 to 100 that says how favourable an hour is for consuming, its forecast, history and analytics, the grid-tension signal and the three-colour tariff.',
    `Base address: ${publicBaseUrl}`,
    ...rules,
    '## Endpoints',
    operations.map((operation) => writeLink(...describeEndpoint(operation, publicBaseUrl))).join('\n'),
    '## Reference',
    [
      writeLink(
        'OpenAPI 3.1 document',
        documentPath,
        'every parameter, header, status, code and schema, with recorded answers.',
      ),
      writeLink('Reference', referencePath, 'the same for people, with a form to try each endpoint.'),
      writeLink('Plans and keys', plansPagePath, 'how to get a key, and what each plan includes.'),
      writeLink('Error codes', '/problems', 'what each code means and what to do.'),
    ].join('\n'),
    '## Errors',
    codes.join('\n'),
  ].join('\n\n')}\n`
}

function describeEndpoint(
  operation: OperationEntry,
  publicBaseUrl: string,
): [title: string, path: string, text: string] {
  const { id, method, path, needsKey, chapter, summary, notes } = operation
  const key = needsKey ? '-H "X-Api-Key: $HEXAWATT_API_KEY" ' : ''
  // MCP messages have a body, which the reference shows.
  const example =
    method === 'GET' ? ` Example: \`curl -s ${key}'${publicBaseUrl}${findRecordedAnswer(operation).request}'\`` : ''
  return [`${method} ${path}`, `${referencePath}#/${chapter}/${id}`, `${summary}. ${notes}${example}`]
}
