import { eventsOperation } from '@hexawatt/shared/contract/events/events-operation'
import { mcpOperation } from '@hexawatt/shared/contract/mcp/mcp-operation'
import { operations } from '@hexawatt/shared/contract/operations'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { problemTable, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { tagOf } from '@hexawatt/shared/openapi/document'
import type { DocumentContext } from '@hexawatt/shared/openapi/document-types'
import { recordedAnswers } from '@hexawatt/shared/openapi/examples'
import { eventsNotes, guide, mcpNotes, operationNotes } from '@hexawatt/shared/openapi/guide'
import { documentPath, referencePath } from './reference-page.ts'

/** The API in one text for language models, in the form of llmstxt.org: title, summary, general rules, then lists of links. */
export function llmsText(context: DocumentContext): string {
  const { publicBaseUrl } = context
  const link = (title: string, path: string, text: string) => `- [${title}](${publicBaseUrl}${path}): ${text}`
  const rules = guide(context).map(({ title, text }) => `**${title}.** ${text}`)
  const codes = publicProblemCodes.map((code) => {
    const { status, title, remedy } = problemTable[code]
    return link(code, `/problems/${code}`, `${status}. ${title}. ${remedy}`)
  })
  return `${[
    '# Hexawatt',
    '> Read-only JSON API about the French national power grid: carbon intensity on both boundaries, a score of 0 to 100 that says how favourable an hour is for consuming, its forecast, history and analytics, the grid-tension signal and the three-colour tariff.',
    `Base address: ${publicBaseUrl}`,
    ...rules,
    '## Endpoints',
    [
      ...operations.map((operation) => link(...endpoint(operation, operationNotes[operation.id], publicBaseUrl))),
      link(...endpoint(eventsOperation, eventsNotes, publicBaseUrl)),
      link(...mcpEndpoint),
    ].join('\n'),
    '## Reference',
    [
      link(
        'OpenAPI 3.1 document',
        documentPath,
        'every parameter, header, status, code and schema, with recorded answers.',
      ),
      link('Reference', referencePath, 'the same for people, to try out.'),
      link('Plans and keys', plansPagePath, 'how to get a key, and what each plan includes.'),
      link('Error codes', '/problems', 'what each code means and what to do.'),
    ].join('\n'),
    '## Errors',
    codes.join('\n'),
  ].join('\n\n')}\n`
}

const mcpEndpoint: [title: string, path: string, text: string] = [
  `${mcpOperation.method} ${mcpOperation.path}`,
  `${referencePath}#/${tagOf(mcpOperation)}/${mcpOperation.id}`,
  `${mcpOperation.summary}. ${mcpNotes}`,
]

function endpoint(
  operation: (typeof operations)[number] | typeof eventsOperation,
  notes: string,
  publicBaseUrl: string,
): [title: string, path: string, text: string] {
  const { id, method, path, needsKey, summary } = operation
  const key = needsKey ? '-H "X-Api-Key: $HEXAWATT_API_KEY" ' : ''
  const example = `curl -s ${key}'${publicBaseUrl}${recordedAnswers[id].request}'`
  return [
    `${method} ${path}`,
    `${referencePath}#/${tagOf(operation)}/${id}`,
    `${summary}. ${notes} Example: \`${example}\``,
  ]
}
