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
  summary: 'The zone FR and the paths that the key may request, in the format of Electricity Maps',
  notes: 'access lists the paths that the API key may request; with the demo key, the list has no history paths.',
})
