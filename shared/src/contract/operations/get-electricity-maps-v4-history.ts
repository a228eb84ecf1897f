import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsHistory } from './get-electricity-maps-history.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4History = operation({
  ...getElectricityMapsHistory,
  ...toVersion4(getElectricityMapsHistory),
  id: 'getElectricityMapsV4History',
})
