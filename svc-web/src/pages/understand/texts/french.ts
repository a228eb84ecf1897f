import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** The words of the page that are not in its text, in French. */
export const french = {
  language: 'fr' as 'fr' | 'en',
  description: fr(
    'Ce qu’est la note de l’électricité en France, d’où viennent les chiffres, ce que valent les prévisions et pourquoi d’autres sites affichent autre chose.',
  ),
  lead: 'D’où vient chaque chiffre de ce site, ce qu’il vaut, et ce qu’il ne dit pas. Avec les valeurs de cette heure.',
  contents: 'Sur cette page',
  unknown: 'inconnu',
  modes: {
    live: null,
    open: null,
    demo: fr('Démonstration : valeurs inventées.'),
    replay: fr('Rejeu : les chiffres de l’heure sont ceux d’un instant du passé.'),
  },
  levels: { Optimal: 'favorable', Acceptable: 'correct', Unfavorable: 'défavorable' },
  scale: fr('Échelle de la note : défavorable en dessous de 40, correct de 40 à 69, favorable à partir de 70'),
  scaleWith: (score: string) =>
    fr(
      `Échelle de la note, en ce moment ${score} : défavorable en dessous de 40, correct de 40 à 69, favorable à partir de 70`,
    ),
  hourOf: (day: string, from: string, to: string) => fr(`${day}, de ${from} à ${to}`),
  byCar: (distance: string) => fr(`${distance} en voiture`),
  stateLink: 'L’état du service',
  docsLink: 'la documentation de l’API',
  contracts: { base: 'Base', hphc: 'Heures creuses', tempo: 'Tempo' },
  weights: {
    none: fr('Aucune note fiable en ce moment : le calcul de l’heure ne peut pas être montré.'),
    caption: 'Le calcul de la note de cette heure',
    dimension: 'Ce qui compte',
    value: 'Note',
    weight: 'Poids',
    points: 'Apporte',
    sum: 'La note',
    rounded: fr(', soit '),
    dimensions: { price: 'Prix', carbon: 'Carbone', grid: 'Réseau', adequacy: 'Marges' },
    sliders: {
      price: 'Poids du prix',
      carbon: 'Poids du carbone',
      grid: 'Poids du réseau',
      adequacy: 'Poids des marges',
    },
    profile: 'Profil',
    profiles: {
      national: 'National (par défaut)',
      carbon: 'Carbone',
      price: 'Prix',
      grid: 'Réseau',
      balanced: 'Équilibré',
    },
    ownProfile: 'Personnalisé',
    noWeight: 'Donnez du poids à au moins un critère.',
  },
  prices: {
    caption: fr('Prix en vigueur, toutes taxes comprises, pour 6 kVA'),
    contract: 'Contrat',
    price: 'Prix par kWh',
    since: 'Depuis',
    certainty: 'Fondement',
    none: 'inconnu',
    cents: (one: string) => fr(`${one} ct`),
    both: (one: string, other: string) => fr(`${one} et ${other} ct`),
    range: (least: string, most: string) => fr(`de ${least} à ${most} ct`),
    certainties: { official: 'officiel', published: 'publié', unconfirmed: 'une seule source, à confirmer' },
  },
}
