import { contractOptions, readContractOptions } from '../arguments/contract-options.ts'
import { flag } from '../arguments/read-options.ts'
import { describeContract } from '../session/chosen-contract.ts'
import { formatJson } from '../session/console.ts'
import { exitCodes, localCommand } from './command.ts'

const notes =
  'The contract is kept in $XDG_CONFIG_HOME/hexawatt/contract.json, by default in ~/.config. Commands that calculate a cost use it: --tariff\nreplaces the whole contract for one command, the other options replace single values.'

/** `hexawatt contract set`. */
export const setContractCommand = localCommand({
  summary: 'Keeps your electricity contract in a file, for every command that calculates a cost.',
  examples: [
    'contract set --tariff hphc --subscribed-kva 9 --off-peak 22h30-6h30',
    'contract set --tariff hphc --off-peak-summer 2h-7h,13h-16h --off-peak-winter 23h-7h',
    'contract set --tariff spot --adder 0.09 --vat 20',
  ],
  notes,
  options: contractOptions,
  async run(values, { contractFile, console }) {
    const kept = await contractFile.write(readContractOptions(values))
    console.print(`${describeContract(kept, '')}\nKept in ${contractFile.path}.`)
    return exitCodes.done
  },
})

/** `hexawatt contract show`. */
export const showContractCommand = localCommand({
  summary: 'Shows the kept contract.',
  examples: ['contract show', 'contract show --json'],
  notes,
  options: { json: flag('the contract by the names of the API’s parameters; null without one') },
  async run({ json }, { contractFile, console }) {
    const kept = await contractFile.read()
    if (json) console.print(formatJson(kept))
    else if (kept === null) console.print(`No contract is kept (${contractFile.path}).`)
    else console.print(`${describeContract(kept, '')}\nKept in ${contractFile.path}.`)
    return exitCodes.done
  },
})

/** `hexawatt contract clear`. */
export const clearContractCommand = localCommand({
  summary: 'Removes the kept contract.',
  examples: ['contract clear'],
  notes: '',
  options: {},
  async run(_values, { contractFile, console }) {
    const wasKept = await contractFile.clear()
    console.print(wasKept ? `Removed ${contractFile.path}.` : `No contract was kept (${contractFile.path}).`)
    return exitCodes.done
  },
})
