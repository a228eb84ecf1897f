import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Preloaded into a test run (`bun test --preload`): the package that PUBLISHED_PACKAGE names, as in `patches/`, is loaded as its authors published it.

/** Old and new text of one hunk of a patch. */
type Hunk = { published: string; patched: string }

const packageVersion = Bun.env['PUBLISHED_PACKAGE'] ?? ''
const packageName = packageVersion.slice(0, packageVersion.lastIndexOf('@'))
const patch = readFileSync(join(resolve(import.meta.dir, '../../../patches'), `${packageVersion}.patch`), 'utf8')

for (const filePatch of patch.split(/^diff --git .*\n/m).slice(1)) {
  const path = filePatch.match(/^\+\+\+ b\/(.*)$/m)?.[1] ?? ''
  const hunks = filePatch
    .split(/^@@ .*\n/m)
    .slice(1)
    .map(readHunk)
  Bun.plugin({
    name: `published ${packageName}/${path}`,
    setup(build) {
      const filter = new RegExp(`/node_modules/${RegExp.escape(`${packageName}/${path}`)}$`)
      // Not asynchronous: a CommonJS module could not load the file then.
      build.onLoad({ filter }, (file) => ({
        contents: asModule(undoHunks(readFileSync(file.path, 'utf8'), hunks)),
        loader: 'js',
      }))
    },
  })
}

function readHunk(text: string): Hunk {
  const linesOf = (side: '+' | '-') => text.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(side))
  const join = (lines: readonly string[]) => lines.map((line) => line.slice(1)).join('\n')
  return { published: join(linesOf('-')), patched: join(linesOf('+')) }
}

function undoHunks(source: string, hunks: readonly Hunk[]): string {
  return hunks.reduce((text, { published, patched }) => {
    const parts = text.split(patched)
    if (parts.length !== 2) throw new Error(`${packageVersion} is not installed with its patch`)
    return parts.join(published)
  }, source)
}

/** Source that a plugin gives is loaded as an ECMAScript module: what a CommonJS module exports has to be named. */
function asModule(source: string): string {
  if (!/^module\.exports/m.test(source)) return source
  return `import { createRequire } from 'node:module'
    const require = createRequire(import.meta.url), module = { exports: {} }
    ${source}
    const published = module.exports
    export { published as 'module.exports' }`
}
