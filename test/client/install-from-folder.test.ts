import { afterAll, describe, expect, test } from 'bun:test'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { version } from '../../package.json'
import { markdownFiles } from '../documents/testing/markdown-files.ts'
import { isNpxMissing, npxSettings, pathWithoutBun } from '../documents/testing/node-alone.ts'
import { shownCommands } from '../documents/testing/shown-commands.ts'

const root = join(import.meta.dir, '../..')
const folder = await makeTemporaryFolder({ holdsPrograms: true })
const isWithoutNpx = isNpxMissing('packing and installing the packages of clients/ with npm')
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = { PATH: await pathWithoutBun(folder), HOME: Bun.env['HOME'] ?? '', ...npxSettings }

/** Runs a line as it is typed on a machine with Node and nothing else. */
async function typed(line: string, cwd: string): Promise<string> {
  const child = Bun.spawn(['/bin/sh', '-c', line], { cwd, env, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${line} failed:\n${stdout}${stderr}`)
  return stdout
}

/** What a clone has, as far as packing reads it: no installed package and nothing that was built. */
async function cloneTo(copy: string): Promise<void> {
  const patterns = ['{package.json,bun.lock,bunfig.toml,tsconfig.json,LICENSE}', '*/package.json', 'clients/**/*']
  for (const pattern of [...patterns, 'shared/**/*', 'patches/**/*']) {
    for (const path of await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root }))) {
      if (/(^|\/)(node_modules|dist)\/|\.tgz$/.test(path)) continue
      await mkdir(dirname(join(copy, path)), { recursive: true })
      await copyFile(join(root, path), join(copy, path))
    }
  }
}

const linesOf = async (path: string): Promise<string[]> =>
  shownCommands(await Bun.file(join(root, path)).text()).map(({ line }) => line)

describe.skipIf(isWithoutNpx)('a package that is not published is installed without Bun, as its README says', () => {
  test('the client is packed and installed without Bun as its README says, and its command runs', async () => {
    const clone = join(folder, 'hexawatt')
    await cloneTo(clone)
    const lines = await linesOf('clients/typescript/README.md')
    const packing = lines.filter((line) => /^(npx -y bun@|npm pack )/.test(line))
    expect(packing).toHaveLength(3)
    for (const line of packing) await typed(line, clone)
    const project = join(folder, 'project')
    await mkdir(project)
    await Bun.write(join(project, 'package.json'), '{ "type": "module" }')
    const [install = '', ...more] = lines.filter((line) => line.startsWith('npm install '))
    expect(more).toEqual([])
    await typed(install.replace('/path/to/hexawatt', clone), project)
    expect(await typed('npx hexawatt --help', project)).toContain('hexawatt now')
    const script = "import { createHexawatt } from '@hexawatt/client'; console.log(typeof createHexawatt)"
    expect((await typed(`node --input-type=module -e "${script}"`, project)).trim()).toBe('function')
  })

  test('the page and the README build the same package of Node-RED nodes without Bun', async () => {
    const clone = join(folder, 'nodes')
    await cloneTo(clone)
    const packing = (lines: readonly string[]) => lines.filter((line) => /^(npx -y bun@|npm pack )/.test(line))
    const lines = packing(await linesOf('clients/node-red/README.md'))
    expect(lines).toHaveLength(2)
    expect(packing(await linesOf('docs/guide/integrations/node-red.md'))).toEqual(lines)
    for (const line of lines) await typed(line, clone)
    const project = join(folder, 'node-red')
    await mkdir(project)
    await Bun.write(join(project, 'package.json'), '{}')
    await typed(`npm install ${join(clone, `hexawatt-node-red-${version}.tgz`)}`, project)
    const manifest = await Bun.file(join(project, 'node_modules/@hexawatt/node-red/package.json')).json()
    expect(manifest.name).toBe('@hexawatt/node-red')
    expect(await Bun.file(join(project, 'node_modules/@hexawatt/node-red/dist/hexawatt.js')).exists()).toBe(true)
  })

  test('no document tells a reader to install a package of this project from npm before its first release', async () => {
    const documents = (await markdownFiles()).filter(({ path }) => !path.startsWith('CHANGELOG'))
    expect(documents.length).toBeGreaterThan(20)
    const takesFromNpm = /\b(npm install|npm i|npx|bunx|bun add) @hexawatt\//
    const isUntrue = (line: string) =>
      takesFromNpm.test(line.replace(/From the first release on the package is on npm: `[^`]+`/, ''))
    const untrue = documents.filter(({ text }) => text.split('\n').some(isUntrue)).map(({ path }) => path)
    expect(isUntrue('`npm install @hexawatt/client`')).toBe(true)
    expect(untrue).toEqual([])
  })
})
