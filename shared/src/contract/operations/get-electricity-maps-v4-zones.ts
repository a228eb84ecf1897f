import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsZones } from './get-electricity-maps-zones.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4Zones = operation({
  ...getElectricityMapsZones,
  ...toVersion4(getElectricityMapsZones),
  id: 'getElectricityMapsV4Zones',
})
