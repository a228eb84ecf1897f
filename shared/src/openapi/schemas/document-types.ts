import type { PlanTable } from '../../contract/plans.ts'

/** Settings of an installation that its documentation shows. */
export type DocumentContext = {
  /** Public address of the API, without a slash at its end. */
  publicBaseUrl: string
  /** The plans that are enforced. */
  planTable: PlanTable
  /** The public demo key; null when there is none. */
  demoKey: string | null
}

/** Parts of an OpenAPI 3.1 document, as far as they are used; a test validates the whole with a published validator. */

export type Reference = { $ref: string; description?: string }

/** The used part of JSON Schema 2020-12. */
export type JsonSchema = {
  type?: string | string[]
  format?: string
  description?: string
  pattern?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema | Reference
  anyOf?: readonly (JsonSchema | Reference)[]
  oneOf?: readonly (JsonSchema | Reference)[]
  properties?: Record<string, JsonSchema | Reference>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema | Reference
  propertyNames?: JsonSchema | Reference
}

export type Parameter = {
  name: string
  in: 'query' | 'header'
  required?: boolean
  description: string
  schema: JsonSchema
  example?: unknown
}

export type Header = { description: string; schema: JsonSchema; example?: unknown }

export type Example = { summary: string; description?: string; value: unknown }

export type MediaType = { schema: JsonSchema | Reference; example?: unknown; examples?: Record<string, Reference> }

export type Response = {
  description: string
  headers: Record<string, Reference>
  content?: Record<string, MediaType>
}

export type OperationObject = {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  deprecated?: boolean
  security: readonly Record<string, readonly string[]>[]
  parameters: readonly Reference[]
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response>
}

/** The operation of a path, by its method. */
export type PathItem = { get?: OperationObject; post?: OperationObject }

export type OpenApiDocument = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  externalDocs: { description: string; url: string }
  servers: readonly { url: string }[]
  tags: readonly { name: string; description: string }[]
  security: readonly Record<string, readonly string[]>[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, Response>
    examples: Record<string, Example>
    securitySchemes: Record<string, SecurityScheme>
  }
}

/** How a key is sent. */
type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'basic' | 'bearer'; description: string }
