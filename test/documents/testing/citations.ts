import { dirname, join, normalize } from 'node:path'
import { root } from '../../deploy/testing/deploy-files.ts'

/** A text of the repository: a Markdown document or a program. */
export type RepositoryText = { path: string; text: string }

const folders = 'analysis,bench,clients,deploy,dev,docs,gateway,recordings,shared,svc-*,test'

/** Every file of the repository, without installed packages and builds. */
export async function repositoryPaths(): Promise<string[]> {
  const globs = ['*', `{${folders}}/**/*`].map((pattern) => new Bun.Glob(pattern))
  const paths = (await Promise.all(globs.map((glob) => Array.fromAsync(glob.scan({ cwd: root, dot: true }))))).flat()
  return paths.filter((path) => !/(^|\/)(node_modules|dist|\.hexawatt)\//.test(path)).sort()
}

/** Texts whose citations are checked. Migrations are left out: they never change once they have run. So is the changelog, which names what there was. */
export async function citingTexts(paths: readonly string[]): Promise<RepositoryText[]> {
  const read = paths.filter((path) => textPattern.test(path) && !uncheckedPattern.test(path))
  return Promise.all(read.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })))
}

const textPattern = /\.(tsx?|mjs|js|py|css|html|sql|sh|ya?ml|json|md|conf|cfg|example|toml)$|(^|\/)Dockerfile$/
const uncheckedPattern = /^(recordings\/.*json|bun\.lock|CHANGELOG)|\/fixtures\/|\/migrations\/|generated-types/

/** The comment lines of a program, or a Markdown document without its blocks of code. */
export function proseOf({ path, text }: RepositoryText): string {
  if (path.endsWith('.md')) return text.replace(/^```.*?^```$/gms, '')
  return text.split('\n').filter(isCommentIn(path)).join('\n')
}

/** What {@link proseOf} leaves out of a program. */
export function codeOf({ path, text }: RepositoryText): string {
  if (path.endsWith('.md')) return ''
  const isComment = isCommentIn(path)
  return text
    .split('\n')
    .filter((line) => !isComment(line))
    .join('\n')
}

function isCommentIn(path: string): (line: string) => boolean {
  const isScript = /\.(tsx?|mjs|js|css)$/.test(path)
  const pattern = isScript ? /^\s*(\/\/|\/?\*)/ : path.endsWith('.sql') ? /^\s*--/ : /^\s*#/
  return (line) => pattern.test(line)
}

/** Pages of `docs/` that a text names, each with its anchor where it has one: `docs/page.md#anchor`. */
export function citedPages(text: string): string[] {
  return text.match(/(?<![\w/])docs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? []
}

/** Citations of sections and documents that are not in the repository. The numbered sections of an RFC stay where they are. */
export function unreadableCitations(text: string): string[] {
  const withoutRfc = text.replace(/RFC \d+,?\s*(?:§\s?|section )[\d.]+/g, '')
  return (
    withoutRfc.match(
      /§[\s\d.]*|\b[Ss]ections? \d[\d.]*|\b\w* ?specification(?:'s|,| says)?\b|\b[Rr]ulings?\b|\bas ruled\b/g,
    ) ?? []
  )
}

/** Source files and documents that a text names, with a folder or without one. */
export function citedFiles(text: string): string[] {
  const withoutAddresses = text.replace(/\b[a-z+]+:\/\/\S+/g, '')
  return withoutAddresses.match(/(?<![\w/.*…>}-])[\w.][\w./-]*\.(?:ts|sql|md)\b(?!\.)/g) ?? []
}

/** Whether a cited file exists: from the root, next to the citing file, or as the end of one path. */
export function createFileCheck(paths: readonly string[]): (from: string, cited: string) => boolean {
  const known = new Set(paths)
  return (from, cited) => {
    const end = `/${cited.replace(/^(\.\.?\/)+/, '')}`
    return (
      known.has(cited) || known.has(normalize(join(dirname(from), cited))) || paths.some((path) => path.endsWith(end))
    )
  }
}

/** Names between back-ticks that look like those of code: `camelCase`, `SETTING_NAMES`, `names_of_metrics`; `…` stands for a part of one. */
export function citedNames(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => {
    const name = code.replace(/(?:\(.*\)|\{.*\}|=.*)$/, '')
    return namePattern.test(name) ? [name] : []
  })
}

const namePattern = /^(?:[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9…]*(?:_[A-Z0-9…]+)+|[a-z][a-z0-9…]*(?:_[a-z0-9…]+)+)$/

/** Whether a name occurs in one of these programs. */
export function createNameCheck(programs: readonly string[]): (name: string) => boolean {
  const words = new Set(programs.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))
  return (name) => {
    if (!name.includes('…')) return words.has(name)
    const pattern = new RegExp(`^${name.replaceAll('…', '\\w*')}$`)
    return [...words].some((word) => pattern.test(word))
  }
}

/** Paths of the public interface that a text names between back-ticks, without their query. */
export function citedPaths(text: string): string[] {
  const pattern = /`(?:GET |POST |HEAD )?(\/(?:v1|api|compat)(?:\/[^`\s?]*)?)[^`\n]*`/g
  return [...text.matchAll(pattern)].map(([, path = '']) => path)
}
