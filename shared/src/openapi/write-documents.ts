import { join } from 'node:path'
import { flag } from '../command-line/command-inputs.ts'
import { command } from '../command-line/command-line.ts'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { allOperations } from '../contract/operations.ts'
import { renderApiMarkdown, renderEndpointTable } from './api-markdown.ts'
import { renderClientTypes } from './client/client-types.ts'
import { renderPythonModels } from './client/python-models.ts'
import { renderSyncClient } from './client/python-sync-client.ts'
import { createProductDocument } from './document.ts'

const repositoryRoot = join(import.meta.dir, '../../..')

const line = {
  name: 'docs',
  command: command({
    summary:
      'Writes the documents that are generated from the contract: docs/guide/api.md, the table of endpoints in docs/guide/README.md, the body types of the TypeScript client and the models and the synchronous half of the Python client.',
    examples: ['', '--check'],
    inputs: { check: flag('write nothing; exit code 1 when a file differs from the generated text') },
    read: (asked) => asked,
  }),
}

/** Files made from the contract, by their path from the root. */
async function createDocuments(): Promise<[path: string, text: string][]> {
  const place = (folder: string, files: Record<string, string>) =>
    Object.entries(files).map(([name, text]): [string, string] => [`${folder}/${name}`, text])
  const guidePath = 'docs/guide/README.md'
  const guide = await Bun.file(join(repositoryRoot, guidePath)).text()
  return [
    ['docs/guide/api.md', renderApiMarkdown(createProductDocument())],
    [guidePath, guide.replace(endpointsInGuide, () => `${renderEndpointTable(allOperations)}\n`)],
    ...place('clients/typescript/src/bodies', renderClientTypes()),
    ...place(`${pythonPackage}/models`, renderPythonModels()),
    ...place(
      `${pythonPackage}/_sync`,
      renderSyncClient(await readFolder(join(repositoryRoot, pythonPackage, '_async'))),
    ),
  ]
}

const pythonPackage = 'clients/python/src/hexawatt'

/** Texts of the files of Python in a folder, by name. */
async function readFolder(folder: string): Promise<Record<string, string>> {
  const names = (await Array.fromAsync(new Bun.Glob('*.py').scan(folder))).sort()
  const read = names.map(async (name) => [name, await Bun.file(join(folder, name)).text()] as const)
  return Object.fromEntries(await Promise.all(read))
}

/** The table of endpoints in the guide, up to the rows of pages, which are written by hand. */
const endpointsInGuide = /^\| endpoint \|.*?(?=^\| `GET \/` )/ms

process.exitCode = await runCommandLine(line, process.argv.slice(2), async ({ check }) => {
  const differing: string[] = []
  for (const [path, text] of await createDocuments()) {
    const file = Bun.file(join(repositoryRoot, path))
    if ((await file.exists()) && (await file.text()) === text) continue
    differing.push(path)
    if (!check) await file.write(text)
  }
  if (differing.length === 0) return 'All generated files are up to date.'
  if (check) throw new UsageError(`${differing.join(', ')} not up to date: run \`bun run docs\`.`)
  return `Written: ${differing.join(', ')}.`
})
