import { exportedQuantities } from '../formats/export-bodies.ts'
import { choice, parameterWithDefault } from './parameter.ts'
import { exportedTariffParameters } from './tariff-parameters.ts'

/** Parameters of the exports of a series: `quantity` has fewer values than in the archive, and another default. */
export const exportParameters = {
  quantity: parameterWithDefault(choice(exportedQuantities, ', '), exportedQuantities[0], {
    component: 'exportQuantity',
    description:
      'What is exported: the market price in EUR/kWh, the carbon intensity in gCO2eq/kWh, or what a kWh costs under a tariff in EUR/kWh.',
    example: 'carbon',
  }),
  ...exportedTariffParameters,
}
