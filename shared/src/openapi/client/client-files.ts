import type { OperationEntry } from '../../contract/entry/operation.ts'
import { createComponentSchemas, createReference, findComponentName } from '../schemas/component-schemas.ts'
import type { JsonSchema } from '../schemas/document-types.ts'
import { type Union, unions } from './named-unions.ts'

/** An object that a published client has a type for, by its name in the client. */
export type ClientObject = { name: string; schema: JsonSchema }

/** The types in one file of a published client. */
export type ClientFile = { file: string; unions: readonly Union[]; objects: readonly ClientObject[] }

/** The files of the published clients with the types that each declares, in the order of the contract; references have the names of the client. */
export function listClientFiles(all: readonly OperationEntry[]): ClientFile[] {
  const clientNames: Readonly<Record<string, string>> = Object.assign({}, ...all.map((one) => one.clientNames))
  const toClientName = (name: string): string => clientNames[name] ?? name.replace(/Response$|^Listed/, '')
  const schemas = renameReferences(createComponentSchemas(all), toClientName)
  // A body that is one of several objects has no type.
  const objects = all.flatMap((one) => listClientObjects(one)).filter(({ name }) => schemas[name]?.properties)
  return [...Map.groupBy(objects, ({ file }) => file)].map(([file, declared]) => ({
    file,
    unions: unions[file] ?? [],
    objects: declared.map(({ name }) => ({ name: toClientName(name), schema: schemas[name] ?? {} })),
  }))
}

/** Names of the types that a file declares, the unions first. */
export function listDeclaredNames({ unions, objects }: ClientFile): string[] {
  return [...unions, ...objects].map(({ name }) => name)
}

/** The union with exactly these values; undefined where the values have no name. */
export function findUnion(values: readonly unknown[]): Union | undefined {
  const asked = values.filter((value) => value !== null).join()
  return Object.values(unions)
    .flat()
    .find((union) => union.values.join() === asked)
}

/** The objects of an operation that the client has types for, with their files. */
function listClientObjects({ schemas, clientFile, clientFiles }: OperationEntry): { name: string; file: string }[] {
  if (clientFile === null) return []
  return Object.keys(schemas).map((name) => ({ name, file: clientFiles[name] ?? clientFile }))
}

/** The schemas with references by other names. */
function renameReferences(
  schemas: Record<string, JsonSchema>,
  nameFor: (name: string) => string,
): Record<string, JsonSchema> {
  return JSON.parse(JSON.stringify(schemas), (key, value) =>
    key === '$ref' ? createReference('schemas', nameFor(findComponentName({ $ref: value }))).$ref : value,
  )
}
