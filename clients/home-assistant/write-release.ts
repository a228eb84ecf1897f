import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

// Writes the repository that HACS reads, and from which the integration can be copied by hand:
//
//   bun clients/home-assistant/write-release.ts FOLDER [https://github.com/OWNER/NAME]
//
// FOLDER then has `custom_components/hexawatt`, `hacs.json`, `brand`, `README.md` and `LICENSE` at its root. HACS and Home Assistant
// link to the repository in which the tree is published, so its address is given here and is never a guess.

const folder = import.meta.dir
const component = join(folder, 'custom_components/hexawatt')

/** @throws Error when a version differs from the project's, or the address is not one of a repository */
export async function writeRelease(target: string, repository?: string): Promise<void> {
  const { version } = await Bun.file(join(folder, '../../package.json')).json()
  const manifest = await Bun.file(join(component, 'manifest.json')).json()
  requireVersion(version, manifest, await Bun.file(join(component, 'const.py')).text())
  const parts = ['custom_components', 'hacs.json', 'brand', 'README.md', 'LICENSE']
  await Promise.all(parts.map((part) => rm(join(target, part), { recursive: true, force: true })))
  await mkdir(target, { recursive: true })
  const isCode = (path: string) => !path.includes('__pycache__')
  await cp(component, join(target, 'custom_components/hexawatt'), { recursive: true, filter: isCode })
  await cp(join(component, 'brand'), join(target, 'brand'), { recursive: true })
  for (const file of ['hacs.json', 'README.md', 'LICENSE']) await cp(join(folder, file), join(target, file))
  const published = { ...manifest, ...(repository === undefined ? {} : linksOf(repository)) }
  await Bun.write(
    join(target, 'custom_components/hexawatt/manifest.json'),
    `${JSON.stringify(sorted(published), null, 2)}\n`,
  )
}

/** The client is pinned to the version of the integration: both are made from one contract. */
function requireVersion(version: string, manifest: Record<string, unknown>, constants: string): void {
  const stated = [manifest['version'], /^VERSION: Final = "(.+)"$/m.exec(constants)?.[1]]
  const pinned = String(manifest['requirements']) === `hexawatt==${version}`
  if (pinned && stated.every((found) => found === version)) return
  throw new Error(`manifest.json and const.py must state version ${version} and require hexawatt==${version}.`)
}

function linksOf(repository: string): Record<string, unknown> {
  const owner = /^https:\/\/github\.com\/([\w-]+)\/[\w.-]+$/.exec(repository)?.[1]
  if (owner === undefined)
    throw new Error(`Not the address of a repository, such as https://github.com/OWNER/NAME: ${repository}`)
  return { codeowners: [`@${owner}`], documentation: `${repository}#readme`, issue_tracker: `${repository}/issues` }
}

/** The order that Home Assistant asks for: domain and name, then the other keys by the alphabet. */
function sorted({ domain, name, ...others }: Record<string, unknown>): Record<string, unknown> {
  return { domain, name, ...Object.fromEntries(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))) }
}

if (import.meta.main) {
  const [target, repository] = process.argv.slice(2)
  if (target === undefined) throw new Error('Usage: bun clients/home-assistant/write-release.ts FOLDER [REPOSITORY]')
  await writeRelease(target, repository)
}
