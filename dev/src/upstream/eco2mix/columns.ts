/** Columns with values of the national éCO2mix set, in the publisher's order, and their French names in the downloaded file. */
const table = [
  ['consommation', 'Consommation'],
  ['prevision_j1', 'Prévision J-1'],
  ['prevision_j', 'Prévision J'],
  ['fioul', 'Fioul'],
  ['charbon', 'Charbon'],
  ['gaz', 'Gaz'],
  ['nucleaire', 'Nucléaire'],
  ['eolien', 'Eolien'],
  ['solaire', 'Solaire'],
  ['hydraulique', 'Hydraulique'],
  ['pompage', 'Pompage'],
  ['bioenergies', 'Bioénergies'],
  ['ech_physiques', 'Ech. physiques'],
  ['taux_co2', 'Taux de Co2'],
  ['ech_comm_angleterre', 'Ech. comm. Angleterre'],
  ['ech_comm_espagne', 'Ech. comm. Espagne'],
  ['ech_comm_italie', 'Ech. comm. Italie'],
  ['ech_comm_suisse', 'Ech. comm. Suisse'],
  ['ech_comm_allemagne_belgique', 'Ech. comm. Allemagne-Belgique'],
  ['fioul_tac', 'Fioul - TAC'],
  ['fioul_cogen', 'Fioul - Cogén.'],
  ['fioul_autres', 'Fioul - Autres'],
  ['gaz_tac', 'Gaz - TAC'],
  ['gaz_cogen', 'Gaz - Cogén.'],
  ['gaz_ccg', 'Gaz - CCG'],
  ['gaz_autres', 'Gaz - Autres'],
  // The file really has a question mark in place of the apostrophe, and a blank before "Stockage".
  ['hydraulique_fil_eau_eclusee', 'Hydraulique - Fil de l?eau + éclusée'],
  ['hydraulique_lacs', 'Hydraulique - Lacs'],
  ['hydraulique_step_turbinage', 'Hydraulique - STEP turbinage'],
  ['bioenergies_dechets', 'Bioénergies - Déchets'],
  ['bioenergies_biomasse', 'Bioénergies - Biomasse'],
  ['bioenergies_biogaz', 'Bioénergies - Biogaz'],
  ['stockage_batterie', ' Stockage batterie'],
  ['destockage_batterie', 'Déstockage batterie'],
  ['eolien_terrestre', 'Eolien terrestre'],
  ['eolien_offshore', 'Eolien offshore'],
] as const
export type Eco2mixColumn = (typeof table)[number][0]

export const eco2mixColumns: readonly Eco2mixColumn[] = table.map(([column]) => column)
export const frenchNames: ReadonlyMap<Eco2mixColumn, string> = new Map(table)

/** Columns that hold a forecast: the only ones of a row whose quarter-hour is not measured yet. */
export const forecastColumns: ReadonlySet<Eco2mixColumn> = new Set(['prevision_j1', 'prevision_j'])

/** Columns of the eight production types; their sum is the generation. */
export const generationColumns = [
  'fioul',
  'charbon',
  'gaz',
  'nucleaire',
  'eolien',
  'solaire',
  'hydraulique',
  'bioenergies',
] as const satisfies readonly Eco2mixColumn[]

/** Columns that the portal writes as texts, `ND` where a measured row has no value. */
export const textColumns: ReadonlySet<string> = new Set<Eco2mixColumn>([
  'eolien_terrestre',
  'eolien_offshore',
  'stockage_batterie',
  'destockage_batterie',
  'ech_comm_angleterre',
  'ech_comm_allemagne_belgique',
])
export const noDataText = 'ND'
