import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** The planner of the page in French. */
export const frenchPlan = {
  heading: fr('Quand lancer un appareil ?'),
  question: fr('Que voulez-vous lancer ?'),
  appliances: {
    'washing-machine': 'Lave-linge',
    dishwasher: 'Lave-vaisselle',
    'tumble-dryer': 'Sèche-linge',
    'water-heater': 'Chauffe-eau',
    'heat-pump': 'Pompe à chaleur',
    car: 'Voiture',
  },
  energy: 'Énergie (kWh)',
  power: 'Puissance (kW)',
  readyBy: 'Prêt avant',
  tariff: 'Votre contrat',
  tariffs: {
    spot: 'Prix dynamique',
    base: 'Tarif Base',
    hphc: 'Heures creuses',
    tempo: 'Tempo (trois couleurs)',
  },
  offPeak: 'Heures creuses',
  offPeakHint: 'Une ou deux plages, par exemple 22:00-06:00',
  objective: 'Ce qui compte',
  objectives: { cost: 'La facture', carbon: 'Le CO₂', score: 'Le score' },
  /** Shown until the browser has the data. */
  none: 'Aucune prévision n’est disponible en ce moment, donc aucun créneau ne peut être proposé.',
  /** Parts of `Start tomorrow at 02:15, in 3 pieces, done at 04:15.` */
  start: 'Démarrez',
  now: 'maintenant',
  tomorrow: 'demain',
  at: 'à',
  inPieces: 'en',
  pieces: 'fois',
  done: 'fini à',
  /** Instead of a start where waiting brings little: in cost or grams, and in score. */
  anyTime: fr('Lancez quand vous voulez : l’écart est inférieur à 3 %.'),
  anyTimeByScore: fr('Lancez quand vous voulez : l’écart est inférieur à 3 points.'),
  /** Names the missing data where no plan can be made. */
  unknown: {
    cost: fr('Aucun créneau : les prix ou les couleurs ne sont pas connus assez longtemps à l’avance.'),
    carbon: fr('Aucun créneau : les émissions ne sont pas connues assez longtemps à l’avance.'),
    score: fr('Aucun créneau : le score n’est pas connu assez longtemps à l’avance.'),
  },
  tooLong: fr('Aucun créneau : l’appareil tourne plus longtemps que la prévision ne porte.'),
  cost: 'Coût',
  carbon: 'Émissions',
  duration: 'Durée',
  saved: 'économisés',
  more: 'de plus',
  same: 'sans écart',
  insteadOf: 'au lieu de',
  grams: 'g de CO₂',
  bases: {
    auction: 'Prix de marché publiés, sans taxes ni abonnement.',
    estimate: 'Prix de marché et prix estimés, sans taxes ni abonnement.',
    regulated: 'Prix réglementés avec taxes, sans abonnement.',
    expected: 'Prix réglementés avec taxes, pondérés par la probabilité des couleurs, sans abonnement.',
  },
  unconfirmed: 'Ces prix viennent de sources secondaires et restent à confirmer.',
  calendar: 'Ajouter à l’agenda',
  link: 'Lien vers ce plan',
  chartHeading: 'Les prochaines heures',
  chart: 'Prix et intensité carbone prévus, et score de chaque heure',
  legend: fr(
    'Trait : prévision ; bande claire : 8 fois sur 10 ; fond gris : de 22 h à 6 h ; cadre : votre créneau. En bas, le score.',
  ),
  best: 'votre créneau',
}
