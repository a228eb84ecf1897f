import type { Schedule, SchedulePlan } from '../../bodies/planning.ts'
import { formatDay, formatMoment, formatTime } from '../../paris-time.ts'
import { readContractOptions } from '../arguments/contract-options.ts'
import { oneOf, UsageError } from '../arguments/option-values.ts'
import { flag, option } from '../arguments/read-options.ts'
import { type ChosenContract, chooseContract, describeContract } from '../session/chosen-contract.ts'
import { alignRows, formatJson, formatNumber, formatPercent, type Paint, priceText } from '../session/console.ts'
import { command, exitCodes, warnOfData } from './command.ts'
import { loadOptions, loadQuery, makeObjectiveQuery, objectiveOptions } from './plan-options.ts'

/** Contract of a plan for which none is given. */
const defaultTariff = 'spot'

/** `hexawatt plan`. */
export const planCommand = command({
  summary: 'When to run a load for the best score, the least CO2 or the lowest cost, and how much that saves.',
  examples: ['plan --energy 30 --power 7.4 --by 07:00', 'plan --duration 2h --objective carbon --json'],
  notes:
    'Give two of --energy, --power and --duration, or only --duration. Times are Paris times. ~ marks a cost based on an estimated price: the\nmarket price is not auctioned yet.',
  options: {
    ...loadOptions,
    ...objectiveOptions,
    exitCode: flag('exit code 4 when waiting is not worthwhile or the gain is unknown'),
    print: option(oneOf('start', 'end'), 'prints only this instant of the plan, in ISO 8601, UTC: for schedulers'),
    json: flag('the unchanged answer of /v1/schedule'),
  },
  async run({ json, print, exitCode, ...values }, { service, contractFile, console }) {
    if (json && print !== undefined) throw new UsageError('--print and --json exclude each other.')
    const chosen = await chooseContract(readContractOptions(values), contractFile)
    const readNowMs = async () => service.timers.nowMs() + (await service.readClockOffsetMs())
    const load = await loadQuery(values, readNowMs)
    const answer = await service.api.schedule({ ...load, ...makeObjectiveQuery(values, chosen.contract) })
    const { data } = answer
    warnOfData([answer], console)
    const isForProgram = json || print !== undefined
    if (isForProgram && chosen.isKept) console.warn(contractLine(chosen))
    if (print !== undefined) console.print(instantOf(data, print))
    else console.print(json ? formatJson(data) : [...linesOf(data, console.paint), contractLine(chosen)].join('\n'))
    return exitCode && data.worthWaiting !== true ? exitCodes.notWorthIt : exitCodes.done
  },
})

/** Start of the first piece of the plan, or end of the last. */
function instantOf({ plan: { segments } }: Schedule, moment: 'start' | 'end'): string {
  return (moment === 'start' ? segments[0]?.start : segments.at(-1)?.end) ?? ''
}

/** Which contract the costs are calculated with. */
function contractLine({ contract, isKept }: ChosenContract): string {
  return `Contract: ${describeContract(contract, defaultTariff)}${isKept ? ' (kept by hexawatt contract set)' : ''}`
}

function linesOf(schedule: Schedule, paint: Paint): string[] {
  const { plan, baselines, objective, comparedBy, probabilityBetterThanNow, recomputeAfter, advice } = schedule
  const better =
    objective === 'cost' && comparedBy === 'carbon' ? 'Less CO2 than now at the same cost' : 'Better than now'
  const likely =
    probabilityBetterThanNow === null
      ? []
      : [`${better} with a probability of ${formatPercent(probabilityBetterThanNow)}.`]
  const news =
    recomputeAfter === null
      ? []
      : [`New data are expected at ${formatTime(Date.parse(recomputeAfter))}: plan again then.`]
  return [
    ...plan.segments.map(({ start, end, powerKW, energyKWh }) => {
      const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
      const load = `${formatNumber(energyKWh, 2)} kWh at ${formatNumber(powerKW, 2)} kW`
      return `${paint.bold(`${formatDay(startMs)}, ${formatTime(startMs)} to ${formatTime(endMs)}`)}, ${load}`
    }),
    advice,
    ...tableOf({ plan, 'at once': baselines.startNow, 'as late': baselines.asLate, worst: baselines.worst }, paint),
    ...likely,
    ...news,
  ]
}

/** Plans in one table; the first row is the plan itself. */
function tableOf(plans: Readonly<Record<string, SchedulePlan>>, paint: Paint): string[] {
  const rows = Object.entries(plans).map(([name, { segments, cost, carbon, globalScore }]) => [
    name,
    segments[0] === undefined ? '–' : formatMoment(Date.parse(segments[0].start)),
    `${priceText(cost?.eur, 2, cost?.basis === 'estimate')} €`,
    `${formatNumber(carbon?.gCo2eq, 0)} g CO2eq`,
    `score ${formatNumber(globalScore, 0)}`,
  ])
  const lines = alignRows(rows, [false, true, true, true, true]).map((cells) => `  ${cells.join('  ')}`)
  return lines.map((line, index) => (index === 0 ? paint.green(line) : line))
}
