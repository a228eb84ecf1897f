import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsPast } from './get-electricity-maps-past.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4Past = operation({
  ...getElectricityMapsPast,
  ...toVersion4(getElectricityMapsPast),
  id: 'getElectricityMapsV4Past',
})
