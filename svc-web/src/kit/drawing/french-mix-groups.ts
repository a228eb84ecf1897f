import type { MixGroup } from './mix-groups.ts'

/** Names of the groups in French. A file for each language, because a script contains the texts of its language only. */
export const frenchMixGroups: Readonly<Record<MixGroup, string>> = {
  nuclear: 'nucléaire',
  hydro: 'hydraulique',
  wind: 'éolien',
  solar: 'solaire',
  bio: 'bioénergies',
  gas: 'gaz',
  coal: 'charbon',
  oil: 'fioul',
  other: 'autres',
}
