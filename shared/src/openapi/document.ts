import { chapters, type OperationEntry } from '../contract/entry/operation.ts'
import { allOperations } from '../contract/operations.ts'
import { defaultPlanTable } from '../contract/plans.ts'
import { createComponentExamples, recordedMessage } from './examples.ts'
import { createGuide } from './guide.ts'
import { createComponentParameters, listParameterReferences } from './request-parameters.ts'
import { createComponentHeaders } from './response-headers.ts'
import { createResponses, createUnroutedResponses } from './responses.ts'
import { createComponentSchemas } from './schemas/component-schemas.ts'
import type { DocumentContext, OpenApiDocument, OperationObject } from './schemas/document-types.ts'

/** Version of the interface that the document describes, `v1` of the paths. */
export const documentVersion = '1.0.0'

const keyScheme = 'ApiKey'
const bearerScheme = 'Bearer'
const basicScheme = 'Basic'
const tokenScheme = 'AuthToken'

/** The ways in which every operation with a key accepts it; one of them is sufficient. */
const keySchemes = [{ [keyScheme]: [] }, { [bearerScheme]: [] }] as const

/** The OpenAPI 3.1 document of the public interface, generated from the contract. */
export function createOpenApiDocument(
  context: DocumentContext,
  operations: readonly OperationEntry[] = allOperations,
): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Hexawatt',
      version: documentVersion,
      summary:
        'French power grid: carbon intensity, and a score of how favourable an hour is for consuming electricity.',
      description: composeDescription(context),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Explanation of every error code', url: `${context.publicBaseUrl}/problems` },
    servers: [{ url: context.publicBaseUrl }],
    tags: Object.entries(chapters).map(([name, description]) => ({ name, description })),
    security: [],
    paths: Object.fromEntries(
      operations.map((operation) => [
        operation.path,
        { [methodKeys[operation.method]]: createOperationObject(operation) },
      ]),
    ),
    components: {
      schemas: createComponentSchemas(operations),
      parameters: createComponentParameters(operations),
      headers: createComponentHeaders(operations),
      responses: createUnroutedResponses(),
      examples: createComponentExamples(operations, context.publicBaseUrl),
      securitySchemes: {
        [keyScheme]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'Your API key: hxw_ and 32 hexadecimal characters.',
        },
        [bearerScheme]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key as a Bearer token.',
        },
        [basicScheme]: {
          type: 'http',
          scheme: 'basic',
          description: 'Any user name, and your API key as the password. Only below /v1/export and /compat.',
        },
        [tokenScheme]: {
          type: 'apiKey',
          in: 'header',
          name: 'auth-token',
          description: 'Your API key. Only below /compat.',
        },
      },
    },
  }
}

function composeDescription(context: DocumentContext): string {
  const intro =
    'Read-only API about the French national power grid: carbon intensity on both boundaries, a score of 0 to 100 with its forecast and history, the grid-tension signal and the three-colour tariff. All data are national.'
  return [intro, ...createGuide(context).map(({ title, text }) => `## ${title}\n\n${text}`)].join('\n\n')
}

/** The names of methods in a document. */
const methodKeys = { GET: 'get', POST: 'post' } as const

function createOperationObject(operation: OperationEntry): OperationObject {
  return {
    operationId: operation.id,
    tags: [operation.chapter],
    summary: operation.summary,
    description: describeOperation(operation),
    ...(operation.deprecated === null ? {} : { deprecated: true }),
    security: listSecurity(operation),
    parameters: listParameterReferences(operation),
    ...(operation.kind === 'message' ? { requestBody: messageBody } : {}),
    responses: createResponses(operation),
  }
}

/** The notes of an operation, and before them when it ends. */
function describeOperation({ notes, deprecated }: OperationEntry): string {
  if (deprecated === null) return notes
  const [since, sunset] = [deprecated.since, deprecated.sunset].map((instant) => instant.slice(0, 10))
  return `**Deprecated since ${since}**; it works until ${sunset} at least. ${deprecated.instead} ${notes}`
}

/** The body of a request to an operation that takes messages. */
const messageBody = {
  description: 'One message of the Model Context Protocol, at most 16 KiB, no batch.',
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        description: 'A JSON-RPC 2.0 request, or without id a notification.',
        properties: {
          jsonrpc: { const: '2.0' },
          id: { type: ['string', 'integer'] },
          method: { type: 'string', description: 'Such as initialize, tools/list or tools/call.' },
          params: { type: 'object' },
        },
        required: ['jsonrpc', 'method'],
        additionalProperties: false,
      },
      example: recordedMessage,
    },
  },
}

/** The ways in which an operation takes the key; none for an operation without. */
function listSecurity({ needsKey, exportedAs, isFacade }: OperationEntry): OperationObject['security'] {
  if (!needsKey) return []
  return [
    ...keySchemes,
    ...(exportedAs === null ? [] : [{ [basicScheme]: [] }]),
    ...(isFacade ? [{ [tokenScheme]: [] }] : []),
  ]
}

/** The document with default plans, no demo key, and the address of `bun run up`. */
export function createProductDocument(): OpenApiDocument {
  return createOpenApiDocument({ publicBaseUrl: 'http://localhost:8080', planTable: defaultPlanTable, demoKey: null })
}
