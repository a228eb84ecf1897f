import { type LoadCurve, LoadCurveRefusal } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { readLoadCurve } from '@hexawatt/shared/methodology/load-curve/reading/read-load-curve'
import { formatCsv } from '@hexawatt/shared/methodology/load-curve/report/csv'
import { formatPage } from '@hexawatt/shared/methodology/load-curve/report/page/page'
import { composeRemarks } from '@hexawatt/shared/methodology/load-curve/report/remarks'
import { writeCommand } from '@hexawatt/shared/methodology/load-curve/report/repeat-command'
import type { Report } from '@hexawatt/shared/methodology/load-curve/report/report'
import { findTexts } from '@hexawatt/shared/methodology/load-curve/report/texts/find-texts'
import { describeRefusal } from '@hexawatt/shared/methodology/load-curve/texts/describe'
import { readContractOptions } from '../arguments/contract-options.ts'
import { UsageError } from '../arguments/option-values.ts'
import { chooseContract } from '../session/chosen-contract.ts'
import { type Console, formatJson } from '../session/console.ts'
import { writeWholeFile } from '../session/whole-file.ts'
import { createAnswerCache, noCache } from '../statement/answer-cache.ts'
import { listMonths } from '../statement/curve-months.ts'
import { formatText } from '../statement/format-text.ts'
import { makeReport } from '../statement/make-report.ts'
import { type GivenFile, nameFile, readGivenFile } from '../statement/read-file.ts'
import {
  describeOptions,
  type OutputForm,
  readForm,
  readMovedLoad,
  statementOptions,
} from '../statement/statement-options.ts'
import { findStatementTexts } from '../statement/statement-texts.ts'
import { command, exitCodes } from './command.ts'

/** Months of one statement at most: ten years. */
const maxMonths = 120

/** `hexawatt statement`. */
export const statementCommand = command({
  summary:
    'What the consumption of a load curve emitted and cost, by month, and what it would have cost under other contracts.',
  examples: [
    'statement consumption.csv --tariff base --subscribed-kva 9 --contracts hphc,tempo --off-peak 22h30-6h30',
    'statement consumption.csv --html --output statement.html',
  ],
  operands: ['FILE'],
  notes: [
    'FILE is a load curve of the Enedis customer account, of a supplier or of home automation; - reads the standard input. It stays on this machine:',
    'only the names of its months are requested. Complete months are stored in $XDG_CACHE_HOME/hexawatt/hours, by default in ~/.cache. Needs no key.',
  ].join('\n'),
  options: statementOptions,
  async run(values, { service, contractFile, cacheFolder, console, operands }) {
    const form = readForm(values)
    const moved = readMovedLoad(values)
    const [path] = operands
    if (path === undefined) throw new UsageError('Give the file of the load curve, or - for the standard input.')
    const { contract } = await chooseContract(readContractOptions(values), contractFile)
    const { subscription, contracts, output } = values
    if (subscription !== undefined && contract.tariff === undefined) {
      throw new UsageError('--subscription is that of your contract: give it with --tariff.')
    }
    const { language } = service
    const texts = findStatementTexts(language)
    const read = await readCurve(path)
    if (!('curve' in read)) {
      const reason = read instanceof LoadCurveRefusal ? describeRefusal(read, language) : texts.cannotReadOf(read.code)
      console.warn(`${nameFile(path)}${findTexts(language).colon} ${reason}`)
      return exitCodes.refused
    }
    const { file, curve } = read
    const months = listMonths(curve)
    if (months.length > maxMonths) {
      console.warn(texts.tooManyMonthsOf(String(months.length), String(maxMonths)))
      return exitCodes.refused
    }
    const cache = values.noCache
      ? noCache
      : createAnswerCache(cacheFolder, (reason) => console.warn(texts.cacheFailedOf(reason)))
    const others = { ...describeOptions(values), lang: language }
    const flags = form === 'text' ? [] : [`--${form}`]
    const report = await makeReport(
      {
        ...{ file, curve, months, contract, contracts, moved },
        subscriptionEurPerMonth: subscription,
        writeCommand: (apiUrl) => writeCommand({ fileName: file.name, apiUrl, contract, contracts, others, flags }),
      },
      service,
      cache,
      console,
    )
    const written = writeReport(report, form, console)
    await (output === undefined ? console.printAll([written]) : writeWholeFile(output, [written]))
    return exitCodes.done
  },
})

type ReadCurve = { file: GivenFile; curve: LoadCurve }

/** Reads a file and its load curve. Returns the refusal of a file that is no load curve, or the system's code for a file that cannot be read. */
async function readCurve(path: string): Promise<ReadCurve | LoadCurveRefusal | { code: string }> {
  try {
    const file = await readGivenFile(path, process.stdin)
    return { file, curve: readLoadCurve(file.bytes) }
  } catch (error) {
    if (error instanceof LoadCurveRefusal) return error
    // The message of the system would repeat the path, with the identifier of the meter in the name of the file.
    if (error instanceof Error && 'code' in error) return { code: String(error.code) }
    throw error
  }
}

/** The statement in its form, with a line end. */
function writeReport(report: Report, form: OutputForm, { paint }: Console): string {
  if (form === 'json') return `${formatJson(report)}\n`
  if (form === 'csv') return formatCsv(report)
  const remarks = composeRemarks(report)
  return form === 'html' ? formatPage(report, remarks) : `${formatText(report, remarks, paint)}\n`
}
