import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsZone, ElectricityMapsZones } from '../formats/electricity-maps-bodies.ts'

export const getElectricityMapsZones = operation({
  id: 'getElectricityMapsZones',
  path: `${electricityMapsBase}/zones`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  response: ElectricityMapsZones,
  schemas: { ElectricityMapsZones, ElectricityMapsZone },
  exportedAs: 'application/json',
  isFixedTable: true,
  chapter: 'Electricity Maps',
  summary: 'The one zone, and what the key may ask of it, in the form of Electricity Maps',
  notes: 'access lists the paths that the key may ask for: the demo key reaches no past.',
})
