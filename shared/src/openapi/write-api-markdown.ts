import { join } from 'node:path'
import { command } from '../command-line/command-line.ts'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { apiMarkdown } from './api-markdown.ts'
import { productDocument } from './product-document.ts'

const line = {
  name: 'docs',
  command: command({
    summary: 'Writes docs/api.md from the contract.',
    examples: [''],
    inputs: {},
    read: () => ({}),
  }),
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), async () => {
  await Bun.write(join(import.meta.dir, '../../../docs/api.md'), apiMarkdown(productDocument()))
  return 'docs/api.md is written.'
})
