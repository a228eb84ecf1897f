import { join } from 'node:path'
import { defaulted } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { figureRuns, figuresPage, formatFiguresPage } from './figures-page.ts'
import { yearsFolder } from './recorded/record-folder.ts'

const commandLine = {
  name: 'write-figures',
  notes: `The data are two recorded years, which the project does not hold. It takes some minutes.`,
  command: command({
    summary: `Runs the backtests and the calibration, and writes what they print to ${figuresPage}.`,
    examples: [''],
    inputs: { data: defaulted(text('dir'), 'folder of the recorded data', yearsFolder) },
    read: (asked) => asked,
  }),
}

const root = join(import.meta.dir, '../..')

process.exitCode = await runCommandLine(commandLine, process.argv.slice(2), async ({ data }) => {
  const outputs: string[] = []
  for (const { folder, args } of figureRuns) {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, folder, 'cli.ts'), ...args(data)], {
      stderr: 'inherit',
    })
    outputs.push(await new Response(child.stdout).text())
    if ((await child.exited) !== 0)
      throw new Error(`analysis/src/${folder}/cli.ts failed: ${figuresPage} is not written`)
  }
  await Bun.write(join(root, figuresPage), formatFiguresPage(outputs))
  return `Written: ${figuresPage}.`
})
