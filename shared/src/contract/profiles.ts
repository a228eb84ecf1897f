import type { ScoreWeights } from './values/score-weights.ts'

/** Names of the presets, the default first. */
export const profileNames = ['national', 'carbon', 'price', 'grid', 'balanced'] as const

/** A named weighting. `description` is shown to customers. */
export type Profile = { name: (typeof profileNames)[number]; weights: ScoreWeights; description: string }

/** Allowed deviation of the sum of four custom weights from 1. */
export const weightSumTolerance = 0.001

/** The default national weighting. */
export const nationalWeights: ScoreWeights = { price: 0.3, carbon: 0.3, grid: 0.2, adequacy: 0.2 }

/** Every preset (docs/develop/decisions-data.md#presets), the default first. Input is compared without case. */
export const profiles: readonly Profile[] = [
  {
    name: 'national',
    weights: nationalWeights,
    description: 'Pondération nationale par défaut : prix et carbone d’abord, réseau et marges ensuite.',
  },
  {
    name: 'carbon',
    weights: { price: 0.1, carbon: 0.7, grid: 0.1, adequacy: 0.1 },
    description: 'Consommer quand l’électricité émet le moins de CO₂.',
  },
  {
    name: 'price',
    weights: { price: 0.7, carbon: 0.1, grid: 0.1, adequacy: 0.1 },
    description: 'Consommer quand le prix de marché est le plus bas.',
  },
  {
    name: 'grid',
    weights: { price: 0.1, carbon: 0.1, grid: 0.5, adequacy: 0.3 },
    description: 'Soulager le réseau : éviter les heures tendues et les marges étroites.',
  },
  {
    name: 'balanced',
    weights: { price: 0.25, carbon: 0.25, grid: 0.25, adequacy: 0.25 },
    description: 'Les quatre dimensions à parts égales.',
  },
]

/** The preset with a name, not case-sensitive; null when there is no such preset. */
export function findProfile(name: string): Profile | null {
  return profiles.find((profile) => profile.name === name.toLowerCase()) ?? null
}
