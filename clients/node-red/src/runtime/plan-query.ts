import type { ContractQuery, InstantInput, ScheduleQuery } from '../../../typescript/src/entry.ts'
import { findNextParisTime } from '../../../typescript/src/paris-time.ts'
import { readPlanContract } from './contract.ts'
import type { Config, Message, Runtime } from './runtime.ts'
import { isNothing, readNumber, readWord } from './values.ts'

/** The API accepts two of these, or only the duration: values of a message replace all values of the editor. */
const sizes = ['energyKWh', 'powerKW', 'durationMinutes']

/**
 * The query of a plan: a message overrides the settings of the editor.
 * @param ofServer contract of the server
 * @param nowMs `by` is the next time of day after this instant
 * @throws Error that names the unreadable property, in the language of the runtime
 */
export function planQuery(
  red: Runtime,
  config: Config,
  message: Message,
  ofServer: ContractQuery,
  nowMs: number,
): ScheduleQuery {
  const hasSize = sizes.some((name) => !isNothing(message[name]))
  const isLeftOut = (name: string): boolean => hasSize && sizes.includes(name)
  const said = (name: string): unknown => (isNothing(message[name]) && !isLeftOut(name) ? config[name] : message[name])
  const number = (name: string) => readNumber(red, name, said(name))
  const word = <Word extends string>(name: string) => readWord<Word>(red, name, said(name))

  function instant(name: string): InstantInput | undefined {
    const value = said(name)
    if (isNothing(value)) return undefined
    if (value instanceof Date) return value
    if (typeof value === 'number') return new Date(value)
    const text = String(value).trim()
    const nextMs = findNextParisTimeMs(text, nowMs)
    return nextMs === null ? text : new Date(nextMs)
  }

  return {
    ...readPlanContract(red, config, message, ofServer),
    energyKWh: number('energyKWh'),
    powerKW: number('powerKW'),
    durationMinutes: number('durationMinutes'),
    earliest: instant('earliest'),
    latest: instant('by'),
    maxSegments: number('segments'),
    minOnMinutes: number('minOnMinutes'),
    objective: word('objective'),
    emissions: word('emissions'),
    quiet: word('quiet'),
    estimate: word('estimate'),
    tieBreak: word('tieBreak'),
  }
}

/** The next instant, ms since 1970, at which clocks in Paris show `HH:MM`; null when the text is not a time of day. */
export function findNextParisTimeMs(text: string, nowMs: number): number | null {
  const [, hour, minute] = text.match(/^([01]?\d|2[0-3]):([0-5]\d)$/) ?? []
  if (hour === undefined || minute === undefined) return null
  return findNextParisTime({ hour: Number(hour), minute: Number(minute) }, nowMs)
}
