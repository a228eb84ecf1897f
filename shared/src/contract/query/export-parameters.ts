import { exportedIntensities, exportedQuantities } from '../formats/export-bodies.ts'
import { choice, parameterWithDefault } from './parameter.ts'
import { quietParameter } from './quiet-parameter.ts'
import { calendarTariffParameters, exportedTariffParameters } from './tariff-parameters.ts'

/** Parameters of the exports. `quantity` has other values and another default than in the forecast archive. */
export const exportParameters = {
  quantity: parameterWithDefault(choice(exportedQuantities, ', '), exportedQuantities[0], {
    component: 'exportQuantity',
    description:
      'Exported quantity: price (market price, EUR/kWh), carbon (carbon intensity of generation, gCO2eq/kWh), consumptionCarbon (the same of consumption, imports included) or tariff (price under a tariff, EUR/kWh).',
    example: 'carbon',
  }),
  ...exportedTariffParameters,
}

/** Parameters of an export that has intensities only. */
export const intensityExportParameters = {
  quantity: parameterWithDefault(choice(exportedIntensities, ', '), exportedIntensities[0], {
    component: 'exportIntensity',
    description:
      'Exported carbon intensity: carbon (of generation) or consumptionCarbon (of consumption, imports included), gCO2eq/kWh.',
    example: 'carbon',
  }),
}

/** Parameters of the calendar: the contract by whose prices the hours are chosen, and hours that are left out. */
export const calendarParameters = { ...calendarTariffParameters, quiet: quietParameter }
