import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReleaseContext, readRepositoryAddress, runStepCommand, withBun } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'
import { checkContents, contents, listPackedFiles } from './packed-files.ts'

/** Packages of npm: folder, contents, and a program for Node that a user of the installed package could write. */
const packages = [
  {
    folder: 'clients/typescript',
    contents: contents.client,
    program: "import { createHexawatt } from '@hexawatt/client'; console.log(typeof createHexawatt)",
  },
  {
    folder: 'clients/node-red',
    contents: contents.nodeRed,
    program:
      "import { createRequire } from 'node:module'; console.log(typeof createRequire(import.meta.url)('@hexawatt/node-red/dist/hexawatt.js'))",
  },
] as const

/**
 * Packs the packages of npm, checks what is in them, lets npm check them without publishing, and installs each into an empty project.
 *
 * @returns names of the files
 */
export async function packForNpm(context: ReleaseContext): Promise<string[]> {
  const { env, tools } = context
  const [npm, node] = ['npm', 'node'].map((name) => Bun.which(name, { PATH: env['PATH'] ?? '' }))
  if (npm == null || node == null)
    throw new ReleaseError('There is no Node with npm.', 'Install Node 20 or newer.', true)
  const names: string[] = []
  for (const { folder, contents: mayHold, program } of packages) {
    const name = await pack(context, npm, folder)
    const file = join(context.folder, name)
    checkContents(name, await listPackedFiles(file), mayHold)
    const project = join(tools, 'npm-project')
    await rm(project, { recursive: true, force: true })
    await mkdir(project, { recursive: true })
    const run = (command: readonly string[], remedy: string) =>
      runStepCommand(command, { folder: project, env, remedy })
    await run([npm, 'publish', '--dry-run', '--access', 'public', file], 'Fix the manifest of the package.')
    await Bun.write(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run([npm, 'install', '--no-audit', '--no-fund', '--loglevel=error', file], 'The package cannot be installed.')
    const printed = await run([node, '--input-type=module', '-e', program], 'The installed package does not load.')
    if (printed !== 'function') throw new ReleaseError(`${name} exports no function.`, `Fix ${folder}.`)
    names.push(name)
  }
  return names
}

/**
 * The manifest with the repository that the package comes from: npm refuses provenance of a package that names another one, or none.
 *
 * @param address web address of the repository; null when it is not known, and the manifest stays
 * @param folder folder of the package in the repository
 */
export function nameRepository(manifest: object, address: string | null, folder: string): object {
  if (address === null) return manifest
  return { ...manifest, repository: { type: 'git', url: `git+${address}.git`, directory: folder } }
}

/** Builds and packs a package by its own scripts. @returns name of the file */
async function pack(context: ReleaseContext, npm: string, folder: string): Promise<string> {
  const { tree, folder: target, env } = context
  const manifest = Bun.file(join(tree, folder, 'package.json'))
  const named = nameRepository(await manifest.json(), await readRepositoryAddress(context.root), folder)
  await manifest.write(`${JSON.stringify(named, null, 2)}\n`)
  const printed = await runStepCommand([npm, 'pack', '--json', '--loglevel=error', '--pack-destination', target], {
    folder: join(tree, folder),
    env: withBun(env),
    remedy: `Fix the build of ${folder}.`,
  })
  const [, name] = /"filename": "(.+?)"/.exec(printed) ?? []
  if (name === undefined) throw new ReleaseError(`npm pack named no file: ${printed}`, 'Look at the version of npm.')
  return name
}
