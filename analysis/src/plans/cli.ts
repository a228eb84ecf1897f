import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { dayInputs, listDaysToReplay, toDayRange } from '../backtest-command/backtest-options.ts'
import { readRecord } from '../recorded/read-record.ts'
import { describeInventedValues, findRecordFolder, shippedFolder, yearsFolder } from '../recorded/record-folder.ts'
import { writePlans } from './plans-text.ts'

const plansCommandLine = {
  name: 'backtest-plans',
  notes: `Without --from and --to every day that can be replayed is gone through. Without --data the folder is
${yearsFolder} (2023-02-01 to 2025-01-13) where it is, else ${shippedFolder}; these weeks have made-up prices.`,
  command: command({
    summary:
      'Plans a washing machine, a car and a heat pump every three hours of these Paris days from the data published at that time, and compares the savings with starting at once, the best hours of yesterday and a random start.',
    examples: ['--data recordings', '--from 2023-02-01 --to 2025-01-13'],
    inputs: dayInputs,
    read: ({ from, to, data }) => ({ days: toDayRange(from, to), folder: data }),
  }),
}

process.exitCode = await runCommandLine(plansCommandLine, process.argv.slice(2), async ({ days, folder: asked }) => {
  const folder = findRecordFolder(asked)
  return writePlans(await readRecord(folder), listDaysToReplay(folder, days), describeInventedValues(folder))
})
