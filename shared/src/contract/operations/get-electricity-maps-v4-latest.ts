import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsLatest } from './get-electricity-maps-latest.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4Latest = operation({
  ...getElectricityMapsLatest,
  ...toVersion4(getElectricityMapsLatest),
  id: 'getElectricityMapsV4Latest',
})
