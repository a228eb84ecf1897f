import { type ContractQuery, overrideContract } from '../../../typescript/src/entry.ts'
import type { Config, Message, Runtime } from './runtime.ts'
import { isNothing, readNumber, readWord } from './values.ts'

/** Fields that the editor of a plan hides for other tariffs, because the API refuses them there. */
const tariffsOfField: Readonly<Record<string, readonly string[]>> = {
  offPeak: ['hphc'],
  subscribedKva: ['base', 'hphc', 'tempo'],
}

/**
 * The contract that values name. An adder is an amount, or the id of a profile.
 * @throws Error that names the unreadable property, in the language of the runtime
 */
function readContract(red: Runtime, values: Readonly<Record<string, unknown>>): ContractQuery {
  const word = (name: string) => readWord<string>(red, name, values[name])
  const number = (name: string) => readNumber(red, name, values[name])
  const isProfile = typeof values['adder'] === 'string' && /^\s*[A-Za-z]/.test(values['adder'])
  return {
    tariff: word('tariff'),
    subscribedKva: number('subscribedKva'),
    offPeak: word('offPeak'),
    offPeakSummer: word('offPeakSummer'),
    offPeakWinter: word('offPeakWinter'),
    adder: isProfile ? word('adder') : undefined,
    adderEurPerKwh: isProfile ? undefined : (number('adder') ?? number('adderEurPerKwh')),
    vatPercent: number('vatPercent'),
  }
}

/** The contract in the settings of a server; empty without one. @throws Error as {@link readContract} */
export function readServerContract(red: Runtime, config: Config): ContractQuery {
  return isNothing(config['tariff']) ? {} : readContract(red, config)
}

/**
 * The contract of a plan: that of its own settings if these name a tariff, else that of the server; values of a message override both.
 * @throws Error that names the unreadable property, in the language of the runtime
 */
export function readPlanContract(
  red: Runtime,
  config: Config,
  message: Message,
  ofServer: ContractQuery,
): ContractQuery {
  const said = readContract(red, message)
  const tariff = said.tariff ?? readWord<string>(red, 'tariff', config['tariff'])
  if (tariff === undefined) return overrideContract(ofServer, said)
  const isShown = (name: string): boolean => tariffsOfField[name]?.includes(tariff) === true
  const shown = Object.keys(tariffsOfField).filter(isShown)
  const own = Object.fromEntries(shown.map((name) => [name, config[name]]))
  return overrideContract({ ...readContract(red, own), tariff }, said)
}
