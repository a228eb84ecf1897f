import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'

// Builds `dist/`: the code for Node-RED (CommonJS, the client bundled), the code for its editor, and the texts in both languages.

const folder = import.meta.dir
const dist = join(folder, 'dist')

/** Bundles a file into one text. */
async function bundle(file: string, options: Partial<Bun.BuildConfig>): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [join(folder, 'src', file)], ...options } as Bun.BuildConfig)
  const [output] = outputs
  if (output === undefined) throw new Error(`${file} produced no code`)
  return output.text()
}

await rm(dist, { recursive: true, force: true })
// Node-RED calls what the module exports.
const footer = 'module.exports = module.exports.registerNodes;'
await Bun.write(join(dist, 'hexawatt.js'), await bundle('entry.ts', { target: 'node', format: 'cjs', footer }))
const definitions = await bundle('editor/definitions.ts', { target: 'browser', format: 'iife' })
const templates = await Bun.file(join(folder, 'src/editor/templates.html')).text()
await Bun.write(join(dist, 'hexawatt.html'), `<script type="text/javascript">\n${definitions}</script>\n\n${templates}`)
await cp(join(folder, 'locales'), join(dist, 'locales'), { recursive: true })
