import { isFacade } from '../contract/compat/electricity-maps-operations.ts'
import { eventsOperation } from '../contract/events/events-operation.ts'
import { mcpOperation } from '../contract/mcp/mcp-operation.ts'
import { isExport, type Operation, operations } from '../contract/operations.ts'
import { defaultPlanTable } from '../contract/plans.ts'
import type { DocumentContext, OpenApiDocument, OperationObject } from './document-types.ts'
import { componentExamples, recordedMessage } from './examples.ts'
import { eventsNotes, guide, mcpNotes, operationNotes } from './guide.ts'
import { componentParameters, eventsParameters, mcpParameters, parametersOf } from './request-parameters.ts'
import { responseHeaders } from './response-headers.ts'
import { eventsResponses, mcpResponses, responsesOf, unroutedResponses } from './responses.ts'
import { componentSchemas } from './schemas.ts'

/** Version of the interface that the document describes, `v1` of the paths. */
export const documentVersion = '1.0.0'

const keyScheme = 'ApiKey'
const bearerScheme = 'Bearer'
const basicScheme = 'Basic'
const tokenScheme = 'AuthToken'

/** The ways in which every operation with a key takes it; one of them is enough. */
const keySchemes = [{ [keyScheme]: [] }, { [bearerScheme]: [] }] as const

/** Chapters of the reference, by path. */
const tags = [
  { name: 'Carbon', description: 'Carbon intensity of the grid.', paths: /^\/v1\/carbon\// },
  { name: 'Score', description: 'The score of this hour, of the coming ones and of the past.', paths: /^\/v1\/score/ },
  {
    name: 'Grid',
    description: 'What the transmission operator publishes, passed through.',
    paths: /^\/v1\/(grid|tariff)\//,
  },
  {
    name: 'Exports',
    description: 'The forecast as other programs read it; the key as header or as the password of HTTP Basic.',
    paths: /^\/v1\/export\//,
  },
  { name: 'Events', description: 'What changes, as it changes.', paths: /^\/v1\/events$/ },
  { name: 'MCP', description: 'Tools for language models, by the Model Context Protocol.', paths: /^\/mcp$/ },
  {
    name: 'Electricity Maps',
    description:
      'A façade for programs that speak the interface of Electricity Maps; the key as header auth-token too.',
    paths: /^\/compat\//,
  },
  { name: 'Service', description: 'About the service itself; no key needed.', paths: /^\/api\// },
] as const

/** The OpenAPI 3.1 document of the public interface, generated from the contract. */
export function openApiDocument(context: DocumentContext): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Hexawatt',
      version: documentVersion,
      summary: 'The French power grid: carbon intensity, and a score of how favourable an hour is for consuming.',
      description: description(context),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Every error code, explained', url: `${context.publicBaseUrl}/problems` },
    servers: [{ url: context.publicBaseUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    security: [],
    paths: {
      ...Object.fromEntries(operations.map((operation) => [operation.path, { get: operationObject(operation) }])),
      [eventsOperation.path]: { get: eventsOperationObject() },
      [mcpOperation.path]: { post: mcpOperationObject() },
    },
    components: {
      schemas: componentSchemas(),
      parameters: componentParameters(),
      headers: { ...responseHeaders },
      responses: unroutedResponses(),
      examples: componentExamples(context.publicBaseUrl),
      securitySchemes: {
        [keyScheme]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'Your personal key: hxw_ and 32 hexadecimal characters.',
        },
        [bearerScheme]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key as a Bearer token.',
        },
        [basicScheme]: {
          type: 'http',
          scheme: 'basic',
          description: 'Any user name, and your personal key as the password; under /v1/export and /compat only.',
        },
        [tokenScheme]: {
          type: 'apiKey',
          in: 'header',
          name: 'auth-token',
          description: 'Your personal key, under /compat only.',
        },
      },
    },
  }
}

/** The chapter of an operation in the reference. */
export function tagOf({ path }: { readonly path: string }): string {
  return tags.find(({ paths }) => paths.test(path))?.name ?? 'Service'
}

function description(context: DocumentContext): string {
  const intro =
    'Read-only API about the French national power grid: carbon intensity on both boundaries, a score of 0 to 100 with its forecast and history, the grid-tension signal and the three-colour tariff. All data are national.'
  return [intro, ...guide(context).map(({ title, text }) => `## ${title}\n\n${text}`)].join('\n\n')
}

function operationObject(operation: Operation): OperationObject {
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: operationNotes[operation.id],
    security: securityOf(operation),
    parameters: parametersOf(operation),
    responses: responsesOf(operation),
  }
}

function eventsOperationObject(): OperationObject {
  return {
    operationId: eventsOperation.id,
    tags: [tagOf(eventsOperation)],
    summary: eventsOperation.summary,
    description: eventsNotes,
    security: [...keySchemes],
    parameters: eventsParameters(),
    responses: eventsResponses(),
  }
}

function mcpOperationObject(): OperationObject {
  const schema = { type: 'object', description: 'A request or notification of JSON-RPC 2.0.' }
  return {
    operationId: mcpOperation.id,
    tags: [tagOf(mcpOperation)],
    summary: mcpOperation.summary,
    description: mcpNotes,
    security: [...keySchemes],
    parameters: mcpParameters(),
    requestBody: {
      description: 'One message of the Model Context Protocol, at most 16 KiB; no batch.',
      required: true,
      content: { 'application/json': { schema, example: recordedMessage } },
    },
    responses: mcpResponses(),
  }
}

/** The ways in which an operation takes the key; none for an operation without. */
function securityOf(operation: Operation): OperationObject['security'] {
  if (!operation.needsKey) return []
  return [
    ...keySchemes,
    ...(isExport(operation) ? [{ [basicScheme]: [] }] : []),
    ...(isFacade(operation) ? [{ [tokenScheme]: [] }] : []),
  ]
}

/** The document with default plans, no demo key, and the address of `bun run up`. */
export function productDocument(): OpenApiDocument {
  return openApiDocument({ publicBaseUrl: 'http://localhost:8080', planTable: defaultPlanTable, demoKey: null })
}
