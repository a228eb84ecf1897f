import { formatTime } from '../../paris-time.ts'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import type { EventKind, LiveEvent } from '../../requests/live-events.ts'
import { contractOptions, readContractOptions } from '../arguments/contract-options.ts'
import { UsageError, type ValueKind, wholeNumber } from '../arguments/option-values.ts'
import { flag, option } from '../arguments/read-options.ts'
import { chooseContract } from '../session/chosen-contract.ts'
import { formatNumber, type Paint } from '../session/console.ts'
import type { ContractFile } from '../session/contract-file.ts'
import { command, exitCodes, warnOfData } from './command.ts'
import { findLevelLabel, findSignalLabel, findTariffLabel, paintLabel } from './labels.ts'

const kinds = [
  'score',
  'carbon',
  'outlook',
  'grid',
  'tariff',
  'prices',
  'consumption',
] as const satisfies readonly EventKind[]

/** Kinds of events, separated by commas. */
const eventKinds: ValueKind<EventKind[]> = {
  placeholder: 'kinds',
  accepts: `kinds separated by commas: ${kinds.join(', ')}`,
  read(given) {
    const names = given.split(',')
    const known = kinds.filter((kind) => names.includes(kind))
    return names.every((name) => known.some((kind) => kind === name)) ? known : null
  },
}

/** `hexawatt watch`. */
export const watchCommand = command({
  summary:
    'Changes as they happen: score, carbon intensity, outlook, grid signal, tariff colour, the prices of a contract and\nthe carbon intensity of consumption.',
  examples: ['watch', 'watch --kinds score,grid --json', 'watch --kinds prices --tariff base'],
  notes:
    'Runs until it is interrupted, and reconnects when the connection is lost. Counts as one request, plus one every ten minutes. The contract\nbelongs to the kind prices; without one it is that of `contract set`, then tempo.',
  options: {
    kinds: option(eventKinds, 'only these (all but prices and consumption)'),
    count: option(wholeNumber('number'), 'ends after this number of events'),
    ...contractOptions,
    json: flag('one object per event and line (NDJSON), with kind, id and data'),
  },
  async run({ kinds: asked, count, json, ...values }, { service: { api }, contractFile, console }) {
    let printed = 0
    const contract = await chooseFollowed(asked ?? [], readContractOptions(values), contractFile)
    for await (const event of api.events({ kinds: asked, ...contract })) {
      if (printed === 0) warnOfData([{ dataMode: event.dataMode, isDegraded: false }], console)
      console.print(json ? JSON.stringify(event) : lineOf(event, console.paint))
      printed += 1
      if (printed === count) break
    }
    return exitCodes.done
  },
})

/** The contract of the kind `prices`. @throws UsageError for a contract without that kind */
async function chooseFollowed(
  asked: readonly EventKind[],
  options: ContractQuery,
  contractFile: ContractFile,
): Promise<ContractQuery> {
  if (asked.includes('prices')) return (await chooseContract(options, contractFile)).contract
  if (Object.values(options).every((value) => value === undefined)) return {}
  throw new UsageError('A contract belongs to the kind prices: add it to --kinds.')
}

function lineOf(event: LiveEvent, paint: Paint): string {
  return `${formatTime(Date.now())}  ${event.kind.padEnd(kindWidth)}  ${factOf(event, paint)}`
}

/** Width of the column of kinds: that of the longest kind which is sent by default. */
const kindWidth = 'outlook'.length

/** The main fact of an event. */
function factOf(event: LiveEvent, paint: Paint): string {
  if (event.kind === 'score') {
    const { globalScore, level } = event.data
    const label = findLevelLabel(level)
    return paint[label.color](`${formatNumber(globalScore, 0)} of 100, ${label.word}`)
  }
  if (event.kind === 'consumption') {
    const { gCo2PerKwh, slotStart } = event.data
    return `${formatNumber(gCo2PerKwh, 1)} g CO2eq/kWh consumed, hour of ${formatTime(Date.parse(slotStart))}`
  }
  if (event.kind === 'carbon') return `${formatNumber(event.data.estimatedGCo2PerKwh, 1)} g CO2eq/kWh`
  if (event.kind === 'outlook')
    return `${event.data.slots.length} hours, issued ${formatTime(Date.parse(event.data.issuedAt))}`
  if (event.kind === 'prices') {
    const [first] = event.data
    return `${formatNumber(first?.value, 4)} €/kWh, ${event.data.length} quarter-hours known`
  }
  if (event.kind === 'grid') return paintLabel(paint, findSignalLabel(event.data.days[0]?.status))
  return paintLabel(paint, findTariffLabel(event.data.inForce.color))
}
