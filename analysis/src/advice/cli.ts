import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { dayInputs, listDaysToReplay, toDayRange } from '../backtest-command/backtest-options.ts'
import { readRecord } from '../recorded/read-record.ts'
import { describeInventedValues, findRecordFolder, shippedFolder, yearsFolder } from '../recorded/record-folder.ts'
import { writeAdvice } from './advice-text.ts'

const adviceCommandLine = {
  name: 'backtest-advice',
  notes: `Without --from and --to every day that can be replayed is gone through. Without --data the folder is
${yearsFolder} (2023-02-01 to 2025-01-13) where it is, else ${shippedFolder}; these weeks have made-up prices.`,
  command: command({
    summary:
      'Follows the score by both of its versions, cost, carbon and direct emissions every three hours of these Paris days, and says how many euros and grams the recommended four hours save, next to the best hours of yesterday and starting at once.',
    examples: ['--data recordings', '--from 2023-02-01 --to 2025-01-13'],
    inputs: dayInputs,
    read: ({ from, to, data }) => ({ days: toDayRange(from, to), folder: data }),
  }),
}

process.exitCode = await runCommandLine(adviceCommandLine, process.argv.slice(2), async ({ days, folder: asked }) => {
  const folder = findRecordFolder(asked)
  return writeAdvice(await readRecord(folder), listDaysToReplay(folder, days), describeInventedValues(folder))
})
