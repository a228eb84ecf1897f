import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsPastRange } from './get-electricity-maps-past-range.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4PastRange = operation({
  ...getElectricityMapsPastRange,
  ...toVersion4(getElectricityMapsPastRange),
  id: 'getElectricityMapsV4PastRange',
})
