import { dirname, join, normalize } from 'node:path'
import { root } from '../../deploy/testing/deploy-files.ts'

/** A Markdown document of the repository. */
export type MarkdownFile = { path: string; text: string }

/** A link or an image of a document to something in the repository. */
export type LocalLink = { from: string; target: string; anchor: string | null }

/** Pages that a program writes, or whose table a test compares with what a program finds. */
export const generatedPages: ReadonlySet<string> = new Set([
  'docs/guide/api.md',
  'docs/methodology/accuracy-figures.md',
  'docs/operate/rights.md',
  'docs/operate/settings.md',
])

/** Every Markdown document that belongs to the repository. */
export async function markdownFiles(): Promise<MarkdownFile[]> {
  const paths = await Array.fromAsync(new Bun.Glob('**/*.md').scan({ cwd: root }))
  const own = paths.filter((path) => !/(^|\/)(node_modules|dist)\//.test(path)).sort()
  return Promise.all(own.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })))
}

/** Links to files and headings of the repository; code and addresses elsewhere are none. */
export function localLinks({ path, text }: MarkdownFile): LocalLink[] {
  const prose = withoutCode(text)
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), decodeURI(file)))
    return [{ from: path, target, anchor: anchor ?? null }]
  })
}

/** Names that a link can lead to within a document: its headings as GitHub writes them, and its own anchors. */
export function anchorsOf({ text }: MarkdownFile): Set<string> {
  const seen = new Map<string, number>()
  const headings = [...withoutFences(text).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = '']) => {
    const name = headingAnchor(title)
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  })
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

/** Names of the scripts that a document tells the reader to run with `bun run`. */
export function scriptsOf({ text }: MarkdownFile): string[] {
  return [...text.matchAll(/\bbun(?:@[\d.]+)? run ([a-z][a-z-]*)/g)].map(([, name = '']) => name)
}

function headingAnchor(title: string): string {
  const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

const withoutFences = (text: string): string => text.replace(/^```.*?^```$/gms, '')
const withoutCode = (text: string): string =>
  withoutFences(text)
    .replace(/`[^`\n]*`/g, '')
    .replace(/^ {4}.*$/gm, '')
