/** The appliances of the home page, in order. */
export const applianceIds = [
  'washing-machine',
  'dishwasher',
  'tumble-dryer',
  'water-heater',
  'heat-pump',
  'car',
] as const
export type Appliance = (typeof applianceIds)[number]

type ApplianceLoad = { energyKWh: number; powerKW: number; maxSegments: number }

/** Usual energy and power of an appliance, which the reader can change, and in how many pieces it may run. */
export const appliances: Readonly<Record<Appliance, ApplianceLoad>> = {
  'washing-machine': { energyKWh: 1.2, powerKW: 0.6, maxSegments: 1 },
  dishwasher: { energyKWh: 1, powerKW: 0.5, maxSegments: 1 },
  'tumble-dryer': { energyKWh: 2, powerKW: 1, maxSegments: 1 },
  'water-heater': { energyKWh: 6, powerKW: 2.2, maxSegments: 2 },
  'heat-pump': { energyKWh: 12, powerKW: 2, maxSegments: 8 },
  car: { energyKWh: 30, powerKW: 7.4, maxSegments: 4 },
}
