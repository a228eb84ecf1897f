import { findComponentName } from '../schemas/component-schemas.ts'
import type { ClientFile, ClientObject } from './client-files.ts'
import type { Union } from './named-unions.ts'

/** Most lines of a file, as everywhere in the repository; the imports of a module take some of them. */
const maxDeclaredLines = 230

/** The objects such that each stands behind those that it refers to, else in the order given. @throws for a circle */
export function sortByDependency(objects: readonly ClientObject[]): ClientObject[] {
  const byName = new Map(objects.map((object) => [object.name, object]))
  const sorted = new Set<ClientObject>()
  const add = (object: ClientObject, path: readonly ClientObject[]) => {
    if (path.includes(object)) throw new Error(`${object.name} refers to itself.`)
    for (const name of listReferences(object)) {
      const target = byName.get(name)
      if (target !== undefined) add(target, [...path, object])
    }
    sorted.add(object)
  }
  for (const object of objects) add(object, [])
  return [...sorted]
}

/** Lines that a declaration takes. */
type LineCounts = { ofUnion: (union: Union) => number; ofObject: (object: ClientObject) => number }

/**
 * Files of more lines than a file may have, in parts: the last objects keep the name; the unions and the objects before them, which they
 * refer to, are in `NAME-parts` (and `NAME-parts-2`, …).
 */
export function splitLongFiles(files: readonly ClientFile[], count: LineCounts): ClientFile[] {
  return files.flatMap(({ file, unions, objects }) => {
    const chunks: ClientObject[][] = [[]]
    let lines = 0
    for (const object of objects.toReversed()) {
      lines += count.ofObject(object)
      if (lines > maxDeclaredLines) {
        chunks.unshift([])
        lines = count.ofObject(object)
      }
      chunks[0]?.unshift(object)
    }
    const unionLines = unions.reduce((sum, union) => sum + count.ofUnion(union), 0)
    if (lines + unionLines > maxDeclaredLines) chunks.unshift([])
    return chunks.map((chunk, index) => ({
      file: nameFile(file, index, chunks.length),
      unions: index === 0 ? unions : [],
      objects: chunk,
    }))
  })
}

function nameFile(file: string, index: number, count: number): string {
  if (index === count - 1) return file
  return index === 0 ? `${file}-parts` : `${file}-parts-${index + 1}`
}

function listReferences({ schema }: ClientObject): string[] {
  const names: string[] = []
  JSON.stringify(schema, (key, value) => {
    if (key === '$ref') names.push(findComponentName({ $ref: value }))
    return value
  })
  return names
}
