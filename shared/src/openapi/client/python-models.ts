import type { OperationEntry } from '../../contract/entry/operation.ts'
import { operations } from '../../contract/operations.ts'
import { findComponentName } from '../schemas/component-schemas.ts'
import type { JsonSchema, Reference } from '../schemas/document-types.ts'
import { type ClientFile, type ClientObject, findUnion, listClientFiles, listDeclaredNames } from './client-files.ts'
import type { Union } from './named-unions.ts'
import { sortByDependency, splitLongFiles } from './python-order.ts'
import {
  literalsOf,
  maxLineChars,
  renderBrackets,
  renderDocstring,
  renderLiterals,
  toModuleName,
  toPythonName,
} from './python-text.ts'

/**
 * The models of the Python client, made from the contract with its descriptions: text by name of the file in
 * `clients/python/src/hexawatt/models/`, written as `ruff format` leaves it. Python evaluates a class where it stands: what a class names
 * stands before it, and modules import each other in no circle.
 *
 * @throws when a schema has a form that no model is made of yet, or two fields of an object get the same name
 */
export function renderPythonModels(all: readonly OperationEntry[] = operations): Record<string, string> {
  const files = splitLongFiles(listClientFiles(all).map(orderObjects), {
    ofUnion: (union) => countLines(renderUnion(union)),
    ofObject: (object) => countLines(renderObject(object)),
  })
  const moduleOf = new Map(files.flatMap((one) => listDeclaredNames(one).map((name) => [name, one.file] as const)))
  const modules = files.map((file): [string, string] => [`${toModuleName(file.file)}.py`, renderModule(file, moduleOf)])
  return Object.fromEntries([...modules, ['__init__.py', renderPackage(files)]])
}

const origin = 'Generated from the contract by `bun run docs`: edit the contract, not this file.'

function orderObjects({ objects, ...file }: ClientFile): ClientFile {
  return { ...file, objects: sortByDependency(objects) }
}

function renderModule(file: ClientFile, moduleOf: ReadonlyMap<string, string>): string {
  const declared = [file.unions.map(renderUnion).join('\n\n'), ...file.objects.map(renderObject)]
    .filter(Boolean)
    .join('\n\n\n')
  // Two empty lines stand before a class, one before anything else.
  const gap = file.unions.length === 0 ? '\n\n\n' : '\n\n'
  return `${renderDocstring(origin)}\n\n${renderImports(file, declared, moduleOf)}${gap}${declared}\n`
}

/** Lines of a declaration with the two empty lines behind it. */
const countLines = (text: string): number => text.split('\n').length + 2

/** The package exports every type, and nothing else: neither its modules nor what they import. */
function renderPackage(files: readonly ClientFile[]): string {
  const imports = files.map(({ file }) => `from hexawatt.models.${toModuleName(file)} import *`).sort()
  const names = sortNames(files.flatMap(listDeclaredNames)).map((name) => `"${name}"`)
  return `${renderDocstring(origin)}\n\n${imports.join('\n')}\n\n${renderBrackets('__all__ = [', names, ']')}\n`
}

/** In the order of the import sorter of Python: by characters, capitals first. */
const sortNames = (names: readonly string[]): string[] => [...names].sort()

function renderImports({ file }: ClientFile, declared: string, moduleOf: ReadonlyMap<string, string>): string {
  const code = declared.replaceAll(/"""[\s\S]*?"""|"[^"]*"/g, '')
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code)
  const list = (module: string, names: readonly string[]) => {
    const used = sortNames(names.filter(isUsed))
    return used.length === 0 ? [] : [renderImport(module, used)]
  }
  const others = Map.groupBy(
    [...moduleOf].filter(([, home]) => home !== file),
    ([, home]) => toModuleName(home),
  )
  const groups = [
    list('typing', ['Literal', 'TypeAlias']),
    list('pydantic', ['Field']),
    [
      ...list('hexawatt.body', ['Body', 'Day', 'Instant']),
      ...[...others].sort().flatMap(([home, names]) =>
        list(
          `hexawatt.models.${home}`,
          names.map(([name]) => name),
        ),
      ),
    ],
  ]
  return groups
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** An import, with brackets where it needs more than one line. */
function renderImport(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(', ')}`
  return line.length <= maxLineChars ? line : renderBrackets(`from ${module} import (`, names, ')')
}

function renderUnion({ name, values, description }: Union): string {
  const text = renderLiterals(`${name}: TypeAlias = `, values)
  return `${text}\n${renderDocstring(`${description} Values may be added: any other text is accepted too.`)}`
}

/** A description of the contract in the words of Python: `None`, and fields by their names in Python. */
function toPythonWords(text: string): string {
  return text
    .replaceAll(/\b[Nn]ull\b/g, 'None')
    .replaceAll(/\b[a-z]\w*[A-Z]\w*\b/g, (word) => (fieldNames.has(word) ? toPythonName(word) : word))
}

/** Names of all fields of the contract. */
const fieldNames: ReadonlySet<string> = new Set(
  listClientFiles(operations).flatMap(({ objects }) =>
    objects.flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
  ),
)

function renderObject({ name, schema: { properties = {}, description = name } }: ClientObject): string {
  const fields = Object.entries(properties).map(([field, schema]) => renderField(field, schema))
  const names = Object.keys(properties).map(toPythonName)
  if (new Set(names).size < names.length) throw new Error(`Two fields of ${name} have the same name in Python.`)
  return [`class ${name}(Body):`, renderDocstring(toPythonWords(description), '    '), '', ...fields].join('\n')
}

/** A field that can be null may also be missing: an older service does not know it yet. */
function renderField(name: string, schema: JsonSchema | Reference): string {
  const pythonName = toPythonName(name)
  const fieldArguments = [
    ...(isNullable(schema) ? ['default=None'] : []),
    ...(pythonName === name ? [] : [`alias="${name}"`]),
  ]
  const start = renderStart(pythonName, schema)
  const line =
    fieldArguments.length === 0
      ? `    ${start}`
      : fieldArguments.join() === 'default=None'
        ? `    ${start} = None`
        : renderBrackets(`${start} = Field(`, fieldArguments, ')', '    ')
  return schema.description === undefined
    ? line
    : `${line}\n${renderDocstring(toPythonWords(schema.description), '    ')}`
}

function renderStart(pythonName: string, schema: JsonSchema | Reference): string {
  const values =
    'enum' in schema && !isNullable(schema) && findUnion(schema.enum ?? []) === undefined ? schema.enum : undefined
  if (values === undefined) return `${pythonName}: ${renderType(schema)}`
  return renderLiterals(`${pythonName}: `, values, '    ').trimStart()
}

function isNullable(schema: JsonSchema | Reference): boolean {
  return renderType(schema).endsWith(' | None')
}

function renderType(schema: JsonSchema | Reference): string {
  if ('$ref' in schema) return findComponentName(schema)
  const options = schema.anyOf ?? schema.oneOf
  const types =
    options === undefined ? [schema.type].flat().map((type) => renderValueType(type, schema)) : options.map(renderType)
  // A text of few values accepts any text, which is said once.
  return [...types.filter((type) => type !== 'None'), ...types.filter((type) => type === 'None')].join(' | ')
}

/** A constant may get other values: only its kind is fixed. */
function renderConstant(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return typeof value === 'boolean' ? 'bool' : literalsOf([value])
}

function renderValueType(type: string | undefined, schema: JsonSchema): string {
  if (type === 'null') return 'None'
  if (schema.const !== undefined) return renderConstant(schema.const)
  if (schema.enum !== undefined)
    return findUnion(schema.enum)?.name ?? literalsOf(schema.enum.filter((value) => value !== null))
  if (type === 'array' && schema.items !== undefined) return `list[${renderType(schema.items)}]`
  const { additionalProperties } = schema
  if (type === 'object' && typeof additionalProperties === 'object')
    return `dict[str, ${renderType(additionalProperties)}]`
  if (type === 'string' && schema.format === 'date-time') return 'Instant'
  if (type === 'string' && schema.format === 'date') return 'Day'
  const plain = { integer: 'int', number: 'float', string: 'str', boolean: 'bool' }[type ?? '']
  if (plain === undefined) throw new Error(`The Python models do not support a schema of type ${type}.`)
  return plain
}
