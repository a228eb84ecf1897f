import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { mcpTools } from '@hexawatt/shared/contract/formats/mcp-tools'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

const { mcpTypeScript, mcpPython } = pinnedPrograms
const requirements = join(import.meta.dir, 'requirements.txt')

test('the page names the versions that are run', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/guide/integrations/mcp.md')).text()
  expect(page).toContain(`\`@modelcontextprotocol/sdk\` ${mcpTypeScript.version}`)
  expect(page).toContain(`\`mcp\` ${mcpPython.version}`)
})

/** A call of each tool, as an assistant makes it. */
const calls: Readonly<Record<string, object>> = {
  current_grid: {},
  plan_load: { durationMinutes: 60, latest: '07:00' },
  outlook: { hours: 6, resolution: '15m' },
  score_forecast: { hours: 12, profile: 'carbon' },
  tariff_outlook: {},
  explain: {},
  history_summary: {},
  compare_contracts: { loadKwh: Array.from({ length: 24 }, () => 0.5) },
}

const Answer = v.object({ isError: v.boolean(), members: v.array(v.string()) })
const Report = v.object({ tools: v.array(v.string()), answers: v.record(v.string(), Answer) })

/** Holds what a client printed to the contract: every tool is listed, and answers with an object. */
function expectEveryTool(printed: string): void {
  const { tools, answers } = v.parse(Report, JSON.parse(printed))
  const names: string[] = mcpTools.map(({ name }) => name)
  expect(tools).toEqual(names)
  expect(Object.keys(answers)).toEqual(names)
  const wrong = Object.entries(answers).filter(([, { isError, members }]) => isError || members.length === 0)
  expect(wrong).toEqual([])
}

const env = { HEXAWATT_URL: product.url, HEXAWATT_API_KEY: product.key, TOOL_CALLS: JSON.stringify(calls) }

await describeProgram(
  mcpTypeScript,
  {
    folder: 'mcp-typescript',
    node: true,
    fetch: ({ npm }) => npm(`@modelcontextprotocol/sdk@${mcpTypeScript.version}`),
  },
  ({ node, run, folder }) => {
    test('it lists every tool and gets from each the answer that its output schema describes', async () => {
      const script = join(folder, 'ask-tools.mjs')
      await Bun.write(script, Bun.file(join(import.meta.dir, 'ask-tools.mjs')))
      expectEveryTool(await run([node, script], { env }))
    })
  },
)

await describeProgram(
  mcpPython,
  {
    folder: 'mcp-python',
    python: { from: '3.10' },
    inputs: [requirements],
    fetch: ({ pip }) => pip('-r', requirements),
  },
  ({ python, run }) => {
    test('it lists every tool and gets from each the answer that its output schema describes', async () => {
      expectEveryTool(await run([python, join(import.meta.dir, 'ask_tools.py')], { env }))
    })
  },
)
