import { join } from 'node:path'

const root = join(import.meta.dir, '../../..')
const sources = new Bun.Glob('{shared,gateway,svc-carbon,svc-score,svc-history,svc-web,svc-ingest}/src/**/*.ts')

/** A doc comment above a setting, or above a list that settings are made of. */
const commentedSetting = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:([A-Z][A-Z0-9_]+): (?!')|\.\.\.(\w+Entries)\b)/g

/** Settings that are made from a list, by the name of that list. */
const madeSettings: readonly [name: RegExp, list: string][] = [
  [/^RTE_CLIENT_(ID|SECRET)_<API>$/, 'credentialEntries'],
  [/^OPEN_\w+_BASE_URL$/, 'openUrlEntries'],
]

/**
 * Reads the comment above each setting as one line. A comment in the program's own folder takes precedence over one in `shared`.
 * / @returns a function that throws for a setting without a comment
 */
export async function readSettingComments(): Promise<(name: string, programs: readonly string[]) => string> {
  /** By folder and name, such as `gateway PORT`. */
  const comments = new Map<string, string>()
  for await (const path of sources.scan({ cwd: root })) {
    const text = await Bun.file(join(root, path)).text()
    const folder = path.split('/', 1)[0]
    for (const [, comment = '', setting, list] of text.matchAll(commentedSetting)) {
      comments.set(`${folder} ${setting ?? list}`, joinLines(comment))
    }
  }
  return (name, programs) => {
    const key = madeSettings.find(([pattern]) => pattern.test(name))?.[1] ?? name
    const found = [...programs, 'shared']
      .map((folder) => comments.get(`${folder} ${key}`))
      .find((text) => text !== undefined)
    if (found !== undefined) return found
    throw new Error(`${name} has no comment that says what it is (docs/develop/adding-a-setting.md).`)
  }
}

/** The text of a doc comment in one line. A bar would end the cell of a table. */
const joinLines = (comment: string): string =>
  comment
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('|', '\\|')
