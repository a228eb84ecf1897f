import { unzipSync } from 'fflate'
import { runToEnd } from '../../commands/run-command.ts'
import { ReleaseError } from '../context/release-error.ts'

/** Files that a package may hold, and files that it must hold, by their paths in the package. */
export type Contents = { allowed: RegExp; required: readonly string[] }

/** Contents of the packages by kind. */
export const contents = {
  client: {
    allowed:
      /^package\/(LICENSE|README\.md|package\.json|dist\/(cli|hexawatt)\.js|dist\/LICENSE\.[\w-]+|dist\/types\/[\w./-]+\.d\.ts)$/,
    required: ['package/LICENSE', 'package/dist/cli.js', 'package/dist/hexawatt.js', 'package/dist/types/entry.d.ts'],
  },
  nodeRed: {
    allowed:
      /^package\/(LICENSE|README\.md|package\.json|dist\/hexawatt\.(js|html)|dist\/locales\/(fr|en-US)\/hexawatt\.(html|json)|examples\/[\w-]+\.json)$/,
    required: ['package/LICENSE', 'package/dist/hexawatt.js', 'package/dist/hexawatt.html'],
  },
  wheel: {
    allowed:
      /^hexawatt\/(\w+\/)*(\w+\.py|py\.typed)$|^hexawatt-[\d.]+\.dist-info\/(METADATA|WHEEL|RECORD|licenses\/LICENSE)$/,
    required: ['hexawatt/__init__.py', 'hexawatt/py.typed'],
  },
  sourceDistribution: {
    allowed:
      /^hexawatt-[\d.]+\/(PKG-INFO|LICENSE|README\.md|pyproject\.toml|\.gitignore|src\/hexawatt\/(\w+\/)*(\w+\.py|py\.typed)|tests\/(\w+\/)*\w+\.(py|json|csv))$/,
    required: [],
  },
  homeAssistant: {
    allowed:
      /^(LICENSE|README\.md|hacs\.json|brand\/[\w@.]+\.png|custom_components\/hexawatt\/((\w+\/)*\w+\.(py|json|yaml)|brand\/[\w@.]+\.png))$/,
    required: [
      'LICENSE',
      'hacs.json',
      'custom_components/hexawatt/manifest.json',
      'custom_components/hexawatt/__init__.py',
    ],
  },
} as const satisfies Record<string, Contents>

/** Names of the files in a package: `.zip` and `.whl`, or a compressed tar. */
export async function listPackedFiles(path: string): Promise<string[]> {
  if (/\.(zip|whl)$/.test(path)) return Object.keys(unzipSync(await Bun.file(path).bytes()))
  return (await runToEnd(['tar', '-tzf', path])).stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/'))
}

/**
 * Compares what is in a package with what may and must be in it.
 *
 * @throws ReleaseError with the names that are too many or missing
 */
export function checkContents(name: string, files: readonly string[], { allowed, required }: Contents): void {
  const tooMany = files.filter((file) => !allowed.test(file))
  const missing = required.filter((file) => !files.includes(file))
  if (files.length > 0 && tooMany.length === 0 && missing.length === 0) return
  const said = [
    ...(files.length === 0 ? ['no file'] : []),
    ...(tooMany.length === 0 ? [] : [`not allowed: ${tooMany.slice(0, 5).join(', ')}`]),
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
  ]
  throw new ReleaseError(
    `${name} holds ${said.join('; ')}.`,
    'Fix the package, or the list in dev/src/release/packages/packed-files.ts.',
  )
}
