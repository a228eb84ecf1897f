import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsLevel } from './get-electricity-maps-level.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4Level = operation({
  ...getElectricityMapsLevel,
  ...toVersion4(getElectricityMapsLevel),
  id: 'getElectricityMapsV4Level',
})
