import type { OperationEntry } from '../../contract/entry/operation.ts'
import { operations } from '../../contract/operations.ts'
import { findComponentName } from '../schemas/component-schemas.ts'
import type { JsonSchema, Reference } from '../schemas/document-types.ts'
import { findUnion, listClientFiles, listDeclaredNames } from './client-files.ts'
import type { Union } from './named-unions.ts'

/** Widest line of code that the formatter of the repository leaves on one line, characters. */
const maxLineChars = 120

/**
 * The types of the published client, made from the contract with its descriptions: text by name of the file in
 * `clients/typescript/src/bodies/`, written as the formatter of the repository writes it. The objects of an operation stand in the file that its
 * entry names, behind the unions of that file.
 *
 * @throws when a schema has a form that no type is made of yet
 */
export function renderClientTypes(all: readonly OperationEntry[] = operations): Record<string, string> {
  const files = listClientFiles(all)
  const fileOf = new Map(files.flatMap((one) => listDeclaredNames(one).map((name) => [name, one.file] as const)))
  return Object.fromEntries(
    files.map(({ file, unions, objects }) => {
      const declared = [
        ...unions.map(renderUnion),
        ...objects.map(({ name, schema }) => renderObject(name, schema)),
      ].join('\n\n')
      return [`${file}.ts`, `${[...renderImports(file, declared, fileOf), declared].join('\n')}\n`]
    }),
  )
}

/** Type imports of everything that the text names and another file declares, and the line that says where the file comes from. */
function renderImports(file: string, declared: string, fileOf: ReadonlyMap<string, string>): string[] {
  const code = declared.replaceAll(/\/\*\*.*?\*\/|'[^']*'/g, '')
  const foreign = [...fileOf].filter(([name, home]) => home !== file && new RegExp(`\\b${name}\\b`).test(code))
  const byFile = Map.groupBy(foreign, ([, home]) => home)
  const lines = [...byFile].sort().map(([home, names]) => {
    const listed = names.map(([name]) => name).sort()
    return `import type { ${listed.join(', ')} } from './${home}.ts'`
  })
  const origin = '// Generated from the contract by `bun run docs`: edit the contract, not this file.'
  return lines.length === 0 ? [origin, ''] : [...lines, '', origin, '']
}

function renderUnion({ name, values, description }: Union): string {
  const literals = values.map((value) => `'${value}'`)
  const line = `export type ${name} = ${literals.join(' | ')}`
  const isShort = line.length <= maxLineChars
  return `${renderComment(description)}${isShort ? line : `export type ${name} =\n${literals.map((text) => `  | ${text}`).join('\n')}`}`
}

function renderObject(name: string, { properties = {}, description }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([field, schema]) => `${renderComment(schema.description, '  ')}  ${field}: ${renderType(schema)}`,
  )
  return `${renderComment(description)}export type ${name} = {\n${fields.join('\n')}\n}`
}

function renderComment(text: string | undefined, indent = ''): string {
  return text === undefined ? '' : `${indent}/** ${text} */\n`
}

function renderType(schema: JsonSchema | Reference): string {
  if ('$ref' in schema) return findComponentName(schema)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.map(renderType).join(' | ')
  return [schema.type]
    .flat()
    .map((type) => renderValueType(type, schema))
    .join(' | ')
}

function renderValueType(type: string | undefined, schema: JsonSchema): string {
  if (type === 'null') return 'null'
  if (schema.const !== undefined) return typeof schema.const === 'string' ? `'${schema.const}'` : String(schema.const)
  if (schema.enum !== undefined) return renderEnum(schema.enum)
  if (type === 'array' && schema.items !== undefined) {
    const item = renderType(schema.items)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  const { additionalProperties } = schema
  if (type === 'object' && typeof additionalProperties === 'object') {
    return `{ [name: string]: ${renderType(additionalProperties)} }`
  }
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean') return type
  throw new Error(`The client types do not support a schema of type ${type}.`)
}

/** The name of a union with these values; the values themselves where it has none. */
function renderEnum(values: readonly unknown[]): string {
  const literals = values.filter((value) => value !== null).map((value) => `'${value}'`)
  return findUnion(values)?.name ?? literals.join(' | ')
}
