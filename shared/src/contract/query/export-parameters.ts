import { exportedQuantities } from '../formats/export-bodies.ts'
import { choice, parameterWithDefault } from './parameter.ts'
import { quietParameter } from './quiet-parameter.ts'
import { calendarTariffParameters, exportedTariffParameters } from './tariff-parameters.ts'

/** Parameters of the exports. `quantity` has other values and another default than in the forecast archive. */
export const exportParameters = {
  quantity: parameterWithDefault(choice(exportedQuantities, ', '), exportedQuantities[0], {
    component: 'exportQuantity',
    description:
      'Exported quantity: price (market price, EUR/kWh), carbon (carbon intensity, gCO2eq/kWh) or tariff (price under a tariff, EUR/kWh).',
    example: 'carbon',
  }),
  ...exportedTariffParameters,
}

/** Parameters of the calendar: the contract by whose prices the hours are chosen, and hours that are left out. */
export const calendarParameters = { ...calendarTariffParameters, quiet: quietParameter }
