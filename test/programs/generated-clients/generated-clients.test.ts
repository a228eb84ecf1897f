import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

const { openapiTypescript, openapiPythonClient } = pinnedPrograms
const page = await Bun.file(join(import.meta.dir, '../../../docs/guide/integrations/generated-clients.md')).text()
const requirements = join(import.meta.dir, 'requirements.txt')
const fetchVersion = '0.17.0'
/** The last version that openapi-typescript accepts. */
const typescriptVersion = '5.9.3'

/** The program of the page in a language, for the product of this run. */
function readSnippet(language: 'ts' | 'python'): string {
  const [, code = ''] = page.match(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's')) ?? []
  return code.replaceAll('http://hexawatt.local:8080', product.url).replaceAll('hxw_your_key', product.key)
}

/** The best hour as the product answers it itself, for comparison. */
async function readBestHour(): Promise<string> {
  const response = await fetch(`${product.url}/v1/score/forecast?hours=24`, { headers: { 'x-api-key': product.key } })
  return Object(await response.json()).bestHour
}

/** Holds what a program printed to the best hour before or after it ran: between them a new forecast may have been issued. */
async function expectBestHour(run: () => Promise<string>): Promise<void> {
  const before = await readBestHour()
  const printed = Temporal.Instant.from((await run()).trim().replace(' ', 'T')).toString()
  expect([before, await readBestHour()]).toContain(printed)
}

test('the page names the versions that are run', () => {
  for (const version of [
    `openapi-typescript ${openapiTypescript.version}`,
    `openapi-typescript@${openapiTypescript.version}`,
    `openapi-fetch ${fetchVersion}`,
    `openapi-fetch@${fetchVersion}`,
    `TypeScript ${typescriptVersion}`,
    `openapi-python-client ${openapiPythonClient.version}`,
    `openapi-python-client==${openapiPythonClient.version}`,
  ]) {
    expect(page).toContain(version)
  }
})

await describeProgram(
  openapiTypescript,
  {
    folder: 'openapi-typescript',
    node: true,
    fetch: ({ npm }) =>
      npm(
        `openapi-typescript@${openapiTypescript.version}`,
        `openapi-fetch@${fetchVersion}`,
        `typescript@${typescriptVersion}`,
        '@types/node@24.10.1',
      ),
  },
  ({ folder, node, run }) => {
    test('its types compile strictly with a call, which gets the answer of the product', async () => {
      const bin = (file: string): string => join(folder, 'node_modules', file)
      await run([node, bin('openapi-typescript/bin/cli.js'), `${product.url}/openapi.json`, '-o', 'hexawatt.ts'])
      const types = await Bun.file(join(folder, 'hexawatt.ts')).text()
      for (const { path } of allOperations) expect(types).toContain(`"${path}": {`)
      await Bun.write(join(folder, 'call.ts'), readSnippet('ts'))
      const options = ['--strict', '--target', 'es2024', '--module', 'preserve', '--types', 'node']
      await run([node, bin('typescript/bin/tsc'), ...options, 'call.ts'])
      await expectBestHour(() => run([node, 'call.js']))
    })
  },
)

await describeProgram(
  openapiPythonClient,
  {
    folder: 'openapi-python-client',
    python: { from: '3.11' },
    inputs: [requirements],
    fetch: ({ pip }) => pip('-r', requirements),
  },
  ({ folder, python, run }) => {
    test('its client has every operation, and type-checks strictly with a call, which gets the answer of the product', async () => {
      await rm(join(folder, 'hexawatt_api'), { recursive: true, force: true })
      // Without the programs that format: one of them changes a signature, which mypy then refuses.
      await Bun.write(join(folder, 'config.yml'), 'post_hooks: []\n')
      const options = ['--config', 'config.yml', '--output-path', 'hexawatt_api', '--meta', 'none']
      const generate = ['generate', '--url', `${product.url}/openapi.json`, ...options]
      const told = await run([join(folder, 'venv/bin/openapi-python-client'), ...generate])
      expect(told).not.toContain('Warning')
      const made = await Array.fromAsync(new Bun.Glob('hexawatt_api/api/*/[a-z]*.py').scan({ cwd: folder }))
      expect(made).toHaveLength(allOperations.length)
      await Bun.write(join(folder, 'call.py'), readSnippet('python'))
      await run([python, '-m', 'mypy', '--strict', 'hexawatt_api', 'call.py'])
      await expectBestHour(() => run([python, 'call.py']))
    })
  },
)
