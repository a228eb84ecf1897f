import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

/** Root of this repository. */
export const root = join(import.meta.dir, '../../..')

/** Text of a file of this repository. */
export function readText(path: string): Promise<string> {
  return Bun.file(join(root, path)).text()
}

/** A YAML file with its anchors and merges resolved. */
export async function readYaml<Content>(path: string): Promise<Content> {
  return parse(await readText(path), { merge: true, maxAliasCount: -1 })
}

/** The documents of a YAML file, each of which must be well formed. */
export async function readDocuments<Content>(path: string): Promise<Content[]> {
  return parseAllDocuments(await readText(path)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  })
}

/** Settings of a file of `NAME=value` lines. */
export function settingsOf(text: string): Map<string, string> {
  const lines = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)]
  return new Map(lines.map(([, name = '', value = '']) => [name, value]))
}

/** Names in such a file, including commented lines. */
export function namesOf(text: string): string[] {
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
}
