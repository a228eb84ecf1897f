import type { MixGroup } from './mix-groups.ts'

/** Names of the groups in English. A file for each language, because a script contains the texts of its language only. */
export const englishMixGroups: Readonly<Record<MixGroup, string>> = {
  nuclear: 'nuclear',
  hydro: 'hydro',
  wind: 'wind',
  solar: 'solar',
  bio: 'bioenergy',
  gas: 'gas',
  coal: 'coal',
  oil: 'oil',
  other: 'other',
}
