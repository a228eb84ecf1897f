import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

const count = (days: number, one: string, many: string): string => fr(`${days} ${days < 2 ? one : many}`)

/** Tempo week and EcoWatt days in French. */
export const frenchDays = {
  tempo: {
    heading: 'La semaine Tempo',
    /** Rules of the shown days; `detail` is left out on a phone. */
    rules: {
      never: {
        main: fr('Un jour va de 6 h à 6 h, jamais rouge le week-end'),
        detail: ' ni un jour férié',
        end: '.',
      },
      notYet: { main: 'Pas de jour rouge avant le 1er novembre.', detail: fr(' Un jour va de 6 h à 6 h.'), end: '' },
      noneLeft: { main: fr('Plus de jour rouge d’ici au 31 mars.'), detail: fr(' Un jour va de 6 h à 6 h.'), end: '' },
      seasonEnds: {
        main: fr('La saison finit le 31 août : la suite sera prévue à partir du 1er septembre.'),
        detail: '',
        end: '',
      },
    },
    colors: { blue: 'Bleu', white: 'Blanc', red: 'Rouge' },
    published: 'publié',
    notKnown: 'inconnu',
    share: (color: string, percent: string) => fr(`${color} ${percent}`),
    under: fr('< 1 %'),
    over: fr('> 99 %'),
    left: (days: number): string => (days < 2 ? 'Reste' : 'Restent'),
    counts: {
      red: (days: number) => count(days, 'rouge', 'rouges'),
      white: (days: number) => count(days, 'blanc', 'blancs'),
      blue: (days: number) => count(days, 'bleu', 'bleus'),
    },
    none: { red: 'de rouge', white: 'de blanc', blue: 'de bleu' },
    noMore: (colors: string) => fr(` ; plus ${colors}`),
    nor: 'ni',
    season: fr(' d’ici au 31 août'),
    noForecast: fr(
      'Pas de prévision : des couleurs de la saison manquent, le nombre de jours restants est donc inconnu.',
    ),
    nothing: 'Aucune couleur n’est publiée ni prévue en ce moment.',
  },
  ecowatt: {
    heading: 'EcoWatt',
    headings: ['EcoWatt, aujourd’hui', 'EcoWatt, deux jours', 'EcoWatt, trois jours', 'EcoWatt, quatre jours'],
    lead: 'Le signal de RTE sur la tension du réseau.',
    statuses: {
      Optimal: 'production décarbonée',
      Favorable: 'pas de tension',
      Tendu: 'tendu',
      TresTendu: 'très tendu',
    },
    none: 'Aucun signal publié ne couvre aujourd’hui.',
    unknown: 'Signal EcoWatt inconnu en ce moment.',
    notOpen: fr('RTE ne donne pas ce signal en données ouvertes. Vous le trouvez sur '),
    site: 'monecowatt.fr',
  },
}
