import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { frenchMixGroups } from '../../../../kit/drawing/french-mix-groups.ts'
import { frenchDays } from './french-days.ts'
import { frenchStatus } from './french-status.ts'

/** The state of the day in French. */
export const frenchToday = {
  today: 'aujourd’hui',
  tomorrow: 'demain',
  midnight: 'minuit',
  and: 'et',
  /** Shown for an unknown value. */
  unknown: '–',
  range: (from: string, to: string) => `de ${from} à ${to}`,
  until: (to: string) => `jusqu’à ${to}`,
  now: {
    heading: 'Maintenant',
    lastComputed: 'Dernier calcul',
    score: 'note sur 100,',
    noScore: 'inconnue en ce moment',
    levels: { Optimal: 'moment favorable', Acceptable: 'moment correct', Unfavorable: 'moment défavorable' },
    perKwh: 'de CO₂ par kWh',
    consumed: 'consommé',
    consumedEstimated: 'consommé (estimé)',
    produced: 'produit',
    price: 'par kWh',
    contracts: {
      base: 'en Base',
      hphc: 'en Heures creuses',
      peak: 'en heures pleines',
      offPeak: 'en heures creuses',
      tempo: 'en Tempo',
      tempoDay: (color: string) => `en Tempo, jour ${color}`,
      spot: 'au prix dynamique',
      marketOnly: 'de marché, hors taxes',
    },
    estimated: 'estimé',
    /** @param when the hour of the figures, as `De 16 h à 17 h` */
    mix: (when: string, totalGw: number, lowCarbonPercent: string) =>
      fr(`${when} : ${totalGw} GW à ${lowCarbonPercent} bas carbone`),
    mixOf: (groups: string) => fr(`Production : ${groups}`),
    noMix: 'La production des dernières heures n’est pas connue.',
    groups: frenchMixGroups,
  },
  exchanges: {
    heading: 'Les échanges',
    exports: 'exporte',
    imports: 'importe',
    balanced: 'à l’équilibre',
    unknownSum: 'solde inconnu',
    places: {
      britain: 'Royaume-Uni',
      northEast: 'Allemagne, Belgique',
      switzerland: 'Suisse',
      italy: 'Italie',
      spain: 'Espagne',
      other: 'autres',
    },
    power: (figureGw: number) => fr(`${figureGw} GW`),
    /** @param when the hour of the figures; `isEstimated`: by commercial exchanges */
    exporting: (when: string, figureGw: number) => fr(`${when}, la France exportait ${figureGw} GW`),
    importing: (when: string, figureGw: number) => fr(`${when}, la France importait ${figureGw} GW`),
    balancing: (when: string) => `${when}, exportations et importations s’équilibraient`,
    missing: (when: string, places: string) => fr(`${when}, le solde n’est pas connu (sans données : ${places})`),
    estimated: ', selon les échanges commerciaux',
    none: 'Les échanges des dernières heures ne sont pas connus.',
    placeExports: (place: string, figureGw: number) => fr(`${place} : exportation de ${figureGw} GW`),
    placeImports: (place: string, figureGw: number) => fr(`${place} : importation de ${figureGw} GW`),
    placeBalanced: (place: string) => fr(`${place} : moins de 1 GW`),
    placeUnknown: (place: string) => fr(`${place} : inconnu`),
    consumed: {
      intensity: (when: string, grams: string) => fr(`${when}, un kWh consommé en France a émis ${grams} g de CO₂`),
      noImport: ', sans importation',
      imported: (share: string, basis: string) => fr(`. ${share} % de l’électricité était importée, ${basis}`),
      bases: {
        hour: 'et compte avec la production de chaque voisin à cette heure',
        week: 'et compte avec la production des voisins à la même heure, un jour récent',
        year: 'et compte en partie avec la moyenne annuelle d’un voisin',
      },
    },
    regions: 'Carte des régions',
  },
  door: {
    heading: fr('Et chez vous ?'),
    text: fr('Déposez votre courbe Linky : ce qu’elle émet, ce qu’elle coûterait dans chaque contrat'),
    /** Left out on a phone. */
    detail: ', ce que décaler vous rapporterait',
    end: '. Rien ne quitte votre navigateur.',
    open: 'Voir mes consommations',
  },
  status: frenchStatus,
  days: frenchDays,
}
