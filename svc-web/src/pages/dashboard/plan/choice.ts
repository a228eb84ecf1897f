import { type Objective, objectives, slotMinutes, tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import { type Appliance, applianceIds } from '../texts/texts.ts'

type ApplianceLoad = { energyKWh: number; powerKW: number; maxSegments: number }

/** The planner's appliances: energy and power can be changed; an appliance that need not run in one piece may be split. */
export const appliances: Readonly<Record<Appliance, ApplianceLoad>> = {
  'washing-machine': { energyKWh: 1.2, powerKW: 0.6, maxSegments: 1 },
  dishwasher: { energyKWh: 1, powerKW: 0.5, maxSegments: 1 },
  'tumble-dryer': { energyKWh: 2, powerKW: 1, maxSegments: 1 },
  'water-heater': { energyKWh: 6, powerKW: 2.2, maxSegments: 2 },
  'heat-pump': { energyKWh: 12, powerKW: 2, maxSegments: 8 },
  car: { energyKWh: 30, powerKW: 7.4, maxSegments: 4 },
}

export type NumberLimits = { least: number; most: number; step: number }

/** Bounds of the inputs. */
export const choiceLimits: Readonly<Record<'energyKWh' | 'powerKW', NumberLimits>> = {
  energyKWh: { least: 0.1, most: 100, step: 0.1 },
  powerKW: { least: 0.1, most: 36, step: 0.1 },
}

/** What a reader wants to run, by when, and at which price. */
export type PlanChoice = {
  appliance: Appliance
  energyKWh: number
  powerKW: number
  /** Clock of Paris, `hh:mm`: its next occurrence that leaves enough time. */
  readyBy: string
  tariff: (typeof tariffKinds)[number]
  /** Off-peak hours of the contract; used only with peak and off-peak prices. */
  offPeak: string
  objective: Objective
}

/** The default values of an appliance. */
export function makeDefaultChoice(appliance: Appliance = 'washing-machine'): PlanChoice {
  const { energyKWh, powerKW } = appliances[appliance]
  const times = { readyBy: '07:00', offPeak: '22:00-06:00' }
  return { appliance, energyKWh, powerKW, ...times, tariff: 'spot', objective: 'cost' }
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/
const minutesPerHour = 60

/** A choice as the part of an address behind `#`. */
export function writeChoice(choice: PlanChoice): string {
  const { appliance, energyKWh, powerKW, readyBy, tariff, offPeak, objective } = choice
  const texts = { appliance, energyKWh: String(energyKWh), powerKW: String(powerKW), readyBy, tariff, objective }
  const query = new URLSearchParams(tariff === 'hphc' ? { ...texts, offPeak } : texts)
  // A colon needs no escape here, and is easier to read without one.
  return query.toString().replaceAll('%3A', ':')
}

/**
 * Reads a text of {@link writeChoice}. A missing or invalid part gets the appliance's default.
 * @returns null when the text names no appliance
 */
export function readChoice(text: string): PlanChoice | null {
  const asked = new URLSearchParams(text)
  const appliance = applianceIds.find((id) => id === asked.get('appliance'))
  if (appliance === undefined) return null
  const usual = makeDefaultChoice(appliance)
  const offPeak = asked.get('offPeak') ?? ''
  const readyBy = asked.get('readyBy') ?? ''
  return {
    appliance,
    energyKWh: readNumber(asked.get('energyKWh'), choiceLimits.energyKWh) ?? usual.energyKWh,
    powerKW: readNumber(asked.get('powerKW'), choiceLimits.powerKW) ?? usual.powerKW,
    readyBy: clock.test(readyBy) ? readyBy : usual.readyBy,
    tariff: tariffKinds.find((kind) => kind === asked.get('tariff')) ?? usual.tariff,
    offPeak: readGivenHours(offPeak, maxOffPeakRanges) !== null ? offPeak : usual.offPeak,
    objective: objectives.find((one) => one === asked.get('objective')) ?? usual.objective,
  }
}

function readNumber(text: string | null, { least, most }: NumberLimits): number | null {
  const value = Number(text?.trim() || Number.NaN)
  return value >= least && value <= most ? value : null
}

/** Minute of the day of a time, rounded down to a full quarter-hour. */
export function toSlotMinute(readyBy: string): number {
  const [hour = 0, minute = 0] = readyBy.split(':').map(Number)
  return hour * minutesPerHour + minute - (minute % slotMinutes)
}
