import type { FactorLine } from '../subjects/grid-source.ts'

/** The differences between the electricity elements. */
type ElementFacts = {
  id: string
  attribute: readonly [french: string, english: string]
  boundary: string
  category: string
  kgCo2eqPerKwh: number
  createdOn: string
  modifiedOn: string
  validity: string
  uncertaintyPct: number
  status?: string
  /** The database writes the base name with and without accent. */
  baseName?: string
  contributor?: string
  source?: string
  /** Values of the parts (`Poste` lines), which are already included in the element's value. */
  parts?: readonly (readonly [name: string, kgCo2eqPerKwh: number])[]
}

const conventional = 'Electricité > Moyen de production > Conventionnels'
const renewable = 'Electricité > Moyen de production > Renouvelables'
const gridMix = 'Electricité > Mix réseau électrique > France continentale > Moyen'
const accented = 'Électricité'
const thermal = { boundary: 'production', category: conventional, createdOn: '2014-11-05', modifiedOn: '2018-12-21' }
const wind = { boundary: 'production', category: renewable, createdOn: '2017-12-20', modifiedOn: '2019-11-08' }
const windStudy = 'Impacts environnementaux de l’éolien français - ADEME - Données 2015'
const solar = {
  category: renewable,
  attribute: ['photovoltaïque', 'photovoltaic'],
  createdOn: '2021-06-18',
  modifiedOn: '2021-06-18',
  validity: '2024-06-01 00:00:00',
  uncertaintyPct: 30,
  baseName: accented,
} as const
const mix = { boundary: 'consommation', category: gridMix, createdOn: '2014-11-05', uncertaintyPct: 10 }

/** Elements of Base Carbone V23.6 (ADEME, Licence Ouverte): those in use, and similar ones that must not be used. */
const factorElements: readonly ElementFacts[] = [
  {
    ...thermal,
    id: '15565',
    attribute: ['centrale charbon', 'coal-fired power plant'],
    kgCo2eqPerKwh: 1.06,
    validity: 'déc.-21',
    uncertaintyPct: 10,
    parts: [
      ['Combustion', 0.969],
      ['Amont', 0.089],
    ],
  },
  {
    ...thermal,
    id: '15564',
    attribute: ['centrale fioul', 'fuel-fired power plant'],
    kgCo2eqPerKwh: 0.73,
    validity: 'déc.-21',
    uncertaintyPct: 10,
    parts: [
      ['Combustion', 0.628],
      ['Amont', 0.102],
    ],
  },
  {
    ...thermal,
    id: '15563',
    attribute: ['centrale gaz', 'gaz-fired power plant'],
    kgCo2eqPerKwh: 0.418,
    validity: 'déc.-21',
    uncertaintyPct: 10,
    parts: [
      ['Combustion', 0.351],
      ['Amont', 0.067],
    ],
  },
  {
    ...thermal,
    id: '42773',
    attribute: ['centrale nucléaire', 'nuclear power plant'],
    boundary: 'production (Parc Français)',
    kgCo2eqPerKwh: 0.0037,
    createdOn: '2023-08-23',
    modifiedOn: '2023-08-23',
    validity: '2027-06-30 00:00:00',
    uncertaintyPct: 10,
    contributor: 'EDF',
    source: 'ACV kWh nucléaire France 2022',
    parts: [
      ['Combustion', 0],
      ['Amont', 0.0037],
    ],
  },
  {
    ...thermal,
    id: '15566',
    attribute: ['centrale nucléaire', 'nuclear power plant'],
    kgCo2eqPerKwh: 0.006,
    modifiedOn: '2024-05-17',
    validity: 'déc.-21',
    uncertaintyPct: 10,
    status: 'Archivé',
  },
  {
    ...wind,
    id: '26034',
    attribute: ['éolien en mer', 'offshore wind turbine'],
    kgCo2eqPerKwh: 0.0156,
    validity: 'déc.-20',
    uncertaintyPct: 50,
    baseName: accented,
    source: windStudy,
  },
  {
    ...wind,
    id: '26033',
    attribute: ['éolien terrestre', 'wind turbine on land'],
    kgCo2eqPerKwh: 0.0141,
    validity: 'déc.-20',
    uncertaintyPct: 50,
    baseName: accented,
    source: windStudy,
    parts: [
      ['Combustion', 0],
      ['Amont', 0.0141],
    ],
  },
  {
    ...wind,
    id: '15542',
    attribute: ['éolien', 'wind power'],
    kgCo2eqPerKwh: 0.007,
    createdOn: '2014-11-05',
    modifiedOn: '2017-12-20',
    validity: 'déc.-19',
    uncertaintyPct: 50,
    baseName: accented,
    status: 'Archivé',
  },
  {
    ...thermal,
    id: '15561',
    category: renewable,
    attribute: ['géothermie', 'geothermal energy'],
    kgCo2eqPerKwh: 0.045,
    modifiedOn: '2016-11-03',
    validity: 'déc.-19',
    uncertaintyPct: 50,
  },
  {
    ...thermal,
    id: '15562',
    category: renewable,
    attribute: ['hydraulique', 'hydraulic'],
    kgCo2eqPerKwh: 0.006,
    validity: 'déc.-21',
    uncertaintyPct: 50,
  },
  { ...solar, id: '34720', boundary: 'Fabrication Chine (Par défaut utilisé en France)', kgCo2eqPerKwh: 0.0439 },
  { ...solar, id: '34721', boundary: 'Fabrication Europe', kgCo2eqPerKwh: 0.0323 },
  { ...solar, id: '34722', boundary: 'Fabrication France', kgCo2eqPerKwh: 0.0252 },
  {
    ...solar,
    id: '15543',
    attribute: ['Photovoltaïque', 'Photovoltaic'],
    boundary: 'Production',
    kgCo2eqPerKwh: 0.055,
    createdOn: '2014-11-05',
    validity: 'déc.-21',
    status: 'Archivé',
  },
  {
    ...mix,
    id: '26815',
    attribute: ['2008 - mix moyen', '2008 - average mix'],
    kgCo2eqPerKwh: 0.0785,
    modifiedOn: '2018-12-21',
    validity: 'Année 2008',
  },
  {
    ...mix,
    id: '26825',
    attribute: ['2009 - mix moyen', '2009 - average mix'],
    kgCo2eqPerKwh: 0.0785,
    modifiedOn: '2018-12-21',
    validity: 'Année 2009',
  },
]

/** The lines of the database as its API writes them: the element first, then its parts. */
export const factorLines: readonly FactorLine[] = factorElements.flatMap((element) => [
  elementLine(element),
  ...(element.parts ?? []).map(([name, kgCo2eqPerKwh]) => ({
    ...elementLine(element),
    Type_Ligne: 'Poste',
    Type_poste: name,
    Total_poste_non_décomposé: kgCo2eqPerKwh,
  })),
])

function elementLine(element: ElementFacts): FactorLine {
  return {
    Type_Ligne: 'Elément',
    "Identifiant_de_l'élément": element.id,
    Structure: element.parts === undefined ? 'élément non décomposé' : 'élément décomposé par poste',
    "Type_de_l'élément": "Facteur d'émission",
    "Statut_de_l'élément": element.status ?? 'Valide générique',
    Nom_base_français: element.baseName ?? 'Electricité',
    Nom_base_anglais: 'Electricity',
    Nom_attribut_français: element.attribute[0],
    Nom_attribut_anglais: element.attribute[1],
    Nom_frontière_français: element.boundary,
    Code_de_la_catégorie: element.category,
    Unité_français: 'kgCO2e/kWh',
    Unité_anglais: 'kgCO2e/kWh',
    Contributeur: element.contributor ?? 'ADEME',
    ...(element.source === undefined ? {} : { Source: element.source }),
    Localisation_géographique: 'France continentale',
    Date_de_création: element.createdOn,
    Date_de_modification: element.modifiedOn,
    Période_de_validité: element.validity,
    Incertitude: element.uncertaintyPct,
    Total_poste_non_décomposé: element.kgCo2eqPerKwh,
  }
}
