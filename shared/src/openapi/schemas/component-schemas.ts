import { type JsonSchema as LibrarySchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { OperationEntry } from '../../contract/entry/operation.ts'
import { ProblemDetails, problemTable, publicProblemCodes } from '../../contract/problem.ts'
import type { JsonSchema, Reference } from './document-types.ts'

type Schemas = Record<string, JsonSchema>

/** A reference to a component of the document. */
export const createReference = (
  kind: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** Name of the component that a reference refers to. */
export const findComponentName = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

/** Lists every object of the contract by its name in the document: the objects of the operations, and the problem body. */
export function listNamedSchemas(operations: readonly OperationEntry[]): Record<string, v.GenericSchema> {
  return Object.assign({}, ...operations.map(({ schemas }) => schemas), { ProblemDetails })
}

/** Name under which the document holds the body of an operation. */
export function findBodyName({ id, response, schemas, bodyOf }: OperationEntry): string {
  const found = Object.entries(bodyOf?.schemas ?? schemas).find(([, named]) => named === response)
  if (found === undefined) throw new Error(`The schemas of ${id} do not contain its response.`)
  return found[0]
}

/**
 * Every object of the contract as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks.
 *
 * @throws for a schema that JSON Schema cannot express
 */
export function createComponentSchemas(operations: readonly OperationEntry[]): Schemas {
  const converted = toJsonSchemaDefs(listNamedSchemas(operations), {
    target: 'draft-2020-12',
    typeMode: 'output',
    errorMode: 'throw',
    // All JSON numbers are finite; JSON Schema has no form for a rule between members, which the descriptions give.
    ignoreActions: ['finite', 'check'],
    overrideRef: ({ referenceId }) => createReference('schemas', referenceId).$ref,
    overrideSchema: ({ jsonSchema }) => joinNullType(jsonSchema as JsonSchema) as LibrarySchema | null,
  }) as Schemas
  return { ...converted, ...createProblemSchemas(converted['ProblemDetails']) }
}

/** Arguments that are no query as JSON Schema 2020-12. Checks that it does not know are left to the program that receives them. */
export function createArgumentsSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'throw',
    ignoreActions: ['finite', 'check'],
  })
  return converted as JsonSchema
}

/** "A string or null" in one schema, which generators handle better; null = nothing to change. */
function joinNullType({ anyOf = [], ...rest }: JsonSchema): JsonSchema | null {
  const [inner, ...others] = anyOf as JsonSchema[]
  const isNullable = others.length === 1 && others[0]?.type === 'null'
  if (!isNullable || inner === undefined || typeof inner.type !== 'string') return null
  const enumeration = inner.enum === undefined ? {} : { enum: [...inner.enum, null] }
  return { ...rest, ...inner, ...enumeration, type: [inner.type, 'null'] } as JsonSchema
}

/** Schemas of a problem, with the list of codes. */
function createProblemSchemas(problem: JsonSchema = {}): Schemas {
  const codes = publicProblemCodes.map(
    (code) => `- \`${code}\` (${problemTable[code].status}): ${problemTable[code].title}.`,
  )
  return {
    ProblemCode: {
      type: 'string',
      enum: publicProblemCodes,
      description: `Stable machine-readable code of an error. Codes may be added: handle an unknown code by its status.\n\n${codes.join('\n')}`,
    },
    ProblemDetails: {
      ...problem,
      // An open object: clients must accept unknown members.
      additionalProperties: true,
      properties: {
        ...problem.properties,
        type: { type: 'string', format: 'uri', description: 'URL of the page that explains the code.' },
        status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status of the response.' },
        code: createReference('schemas', 'ProblemCode'),
        error: createReference('schemas', 'ProblemCode'),
      },
    },
  }
}
