import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dir, '../..')

/** A TypeScript file of the repository: `imports` are paths from its root, or names of packages. */
export type SourceFile = { path: string; text: string; imports: string[] }

/** Every file of the programs, of what they share, of the clients and of the tests, in order of their paths. */
export async function readSources(): Promise<SourceFile[]> {
  const glob = new Bun.Glob(
    '{shared,gateway,svc-carbon,svc-history,svc-ingest,svc-score,svc-web,analysis,bench,clients,dev,deploy,test}/**/*.ts',
  )
  const paths = (await Array.fromAsync(glob.scan({ cwd: root }))).filter(
    (path) => !/(^|\/)(node_modules|dist)\//.test(path),
  )
  return Promise.all(
    paths.sort().map(async (path) => {
      const text = await Bun.file(join(root, path)).text()
      const specifiers = [...text.matchAll(/(?:from|import\(|^import)\s*'([^']+)'/gm)].map((match) => match[1] ?? '')
      return { path, text, imports: specifiers.map((specifier) => resolveImport(path, specifier)) }
    }),
  )
}

/** Path of an imported file of this repository from its root; a package's name otherwise. */
function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const shared = specifier.match(/^@hexawatt\/shared\/(.+)$/)
  if (shared !== null) return `shared/src/${shared[1]}.ts`
  return specifier.replace(/^@hexawatt\//, '')
}

/** Tests and files that only tests use. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('test/') || /\/(testing|test)\//.test(path)
}

/**
 * Groups of nodes that reach each other, each in order; none when the graph has no circle (Tarjan, "Depth-first search and linear graph
 * algorithms", 1972).
 */
export function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const indexes = new Map<string, number>()
  const lows = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  function visit(node: string): number {
    const index = indexes.size
    indexes.set(node, index)
    let low = index
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      const known = indexes.get(next)
      if (known === undefined) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, known)
    }
    lows.set(node, low)
    if (low === index) {
      const members = stack.splice(stack.indexOf(node))
      if (members.length > 1 || edges.get(node)?.has(node)) circles.push(members.sort())
    }
    return low
  }
  for (const node of edges.keys()) if (!indexes.has(node)) visit(node)
  return circles
}
