import { completeFactors, type EmissionFactor, type FactorSet } from './factor-set.ts'

/** Production elements of ADEME Base Carbone V23.6: id, type, kgCO2e/kWh × 1000, name, boundary, modified, valid until. */
const elements: readonly EmissionFactor[] = [
  element('15565', 'FOSSIL_HARD_COAL', 1060, 'Electricité, centrale charbon', 'production', '2018-12-21', '2021-12-31'),
  element('15564', 'FOSSIL_OIL', 730, 'Electricité, centrale fioul', 'production', '2018-12-21', '2021-12-31'),
  element('15563', 'FOSSIL_GAS', 418, 'Electricité, centrale gaz', 'production', '2018-12-21', '2021-12-31'),
  element(
    '42773',
    'NUCLEAR',
    3.7,
    'Electricité, centrale nucléaire',
    'production (Parc Français)',
    '2023-08-23',
    '2027-06-30',
  ),
  element('26034', 'WIND_OFFSHORE', 15.6, 'Électricité, éolien en mer', 'production', '2019-11-08', '2020-12-31'),
  element('26033', 'WIND_ONSHORE', 14.1, 'Électricité, éolien terrestre', 'production', '2019-11-08', '2020-12-31'),
  element('15561', 'GEOTHERMAL', 45, 'Electricité, géothermie', 'production', '2016-11-03', '2019-12-31'),
  element(
    '15562',
    'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
    6,
    'Electricité, hydraulique',
    'production',
    '2018-12-21',
    '2021-12-31',
  ),
  element('15562', 'HYDRO_WATER_RESERVOIR', 6, 'Electricité, hydraulique', 'production', '2018-12-21', '2021-12-31'),
  element(
    '34720',
    'SOLAR',
    43.9,
    'Électricité, photovoltaïque',
    'Fabrication Chine (Par défaut utilisé en France)',
    '2021-06-18',
    '2024-06-01',
  ),
]

export const factorSource = 'ADEME Base Carbone'
export const factorLicense = 'Licence Ouverte / Open Licence 2.0 (Etalab)'

/** The set that ships with the product and is replaced by the first synchronisation. */
export const seedFactorSet: FactorSet = {
  source: factorSource,
  license: factorLicense,
  databaseVersion: 'V23.6',
  // The instant at which these elements were extracted from the database.
  lastSyncedAt: '2026-11-21T01:20:00Z',
  factors: completeFactors(elements),
}

function element(
  elementId: string,
  productionType: string,
  gCo2eqPerKwh: number,
  elementName: string,
  boundaryName: string,
  modifiedOn: string,
  validUntil: string,
): EmissionFactor {
  return {
    productionType,
    gCo2eqPerKwh,
    elementId,
    elementName,
    boundaryName,
    modifiedOn,
    validUntil,
    isFallback: false,
  }
}
