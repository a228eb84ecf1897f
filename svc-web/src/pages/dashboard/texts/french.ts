import type { Language } from '@hexawatt/shared/contract/values/languages'
import { listFeedNames } from '@hexawatt/shared/grid/feeds'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { frenchPlan } from './french-plan.ts'

/** The page in French. Plain spaces in the source where French typography has others. */
export const french = {
  language: 'fr' as Language,
  title: 'Hexawatt – quand consommer l’électricité en France',
  tagline: 'Le bon moment pour consommer l’électricité, heure par heure',
  description: fr(
    'Score de 0 à 100 de l’électricité en France : les meilleures heures des prochains jours, le prix, les émissions de CO₂, le mix de production et le signal du réseau.',
  ),
  /** Shown for an unknown value. */
  unknown: 'inconnu',
  units: { score: 'sur 100', price: '€/MWh', intensity: 'g\u00a0CO₂éq/kWh', power: 'MW', percent: '%' },
  header: {
    languages: 'Langue',
    theme: 'Apparence',
    themes: { auto: 'Comme le système', light: 'Claire', dark: 'Sombre' },
    toContent: 'Aller au contenu',
    source: 'Données nationales, heure de Paris',
  },
  banner: {
    modes: {
      open: fr(
        'Données réelles de sources ouvertes : les valeurs qu’elles ne fournissent pas sont absentes ou estimées (voir « Fraîcheur des sources »).',
      ),
      demo: fr('Données de démonstration : toutes les valeurs de cette page sont inventées.'),
      replay: fr('Données rejouées : cette page montre un instant du passé, à partir d’enregistrements.'),
    },
    stale: fr('Les données ne sont plus mises à jour. Dernier calcul :'),
    degraded: fr(
      'Certaines sources sont en retard ou manquent : la confiance est réduite (voir « Fraîcheur des sources »).',
    ),
    preparing: fr(
      'Prévisions en préparation : les 28 derniers jours se chargent ; d’ici là, les prévisions sont moins précises.',
    ),
    nothing: fr('Aucune donnée pour le moment. La page se mettra à jour dès qu’un premier calcul sera disponible.'),
    offline: fr('Le serveur ne répond pas : cette page montre le dernier état connu.'),
  },
  columns: {
    hour: 'Heure',
    day: 'Jour',
    score: 'Score',
    level: 'Niveau',
    price: 'Prix',
    intensity: 'Intensité carbone',
    intensityProduction: 'Intensité de la production',
    intensityConsumption: 'Intensité de la consommation',
    signal: 'Signal du réseau',
    confidence: 'Confiance',
  },
  levels: { Optimal: 'Favorable', Acceptable: 'Correct', Unfavorable: 'Défavorable' },
  dimensions: { price: 'Prix', carbon: 'Carbone', grid: 'Réseau', adequacy: 'Marges de production' },
  /** Heads of the sub-scores in a table. */
  subScores: { price: 'Note prix', carbon: 'Note carbone', grid: 'Note réseau', adequacy: 'Note marges' },
  now: {
    heading: 'Maintenant',
    /** Before the instant of the calculation. */
    updated: 'Calculé le',
    /** Shown where no colour is known, and where only published colours are known. */
    none: 'Aucun score fiable n’est disponible en ce moment.',
    noIntensity: 'Aucune intensité carbone récente n’est disponible.',
    /** After a value that is estimated until the figures behind it are published. */
    estimated: 'estimation',
    recommendation: {
      Optimal: 'C’est un bon moment pour consommer.',
      Acceptable: 'Le moment est correct.',
      Unfavorable: 'Mieux vaut attendre.',
    },
    subScores: 'Les quatre notes du score',
    lowCarbon: 'Part bas-carbone',
    renewable: 'Part renouvelable',
    /** Before the hour that the intensity describes. */
    slot: 'Heure décrite',
  },
  hours: {
    heading: 'Heure par heure',
    none: 'Aucune prévision n’est disponible en ce moment.',
    best: 'Les meilleures heures',
    worst: 'Les moins bonnes heures',
    bestMark: 'meilleure heure',
    worstMark: 'pire heure',
    ribbon: 'Score de chaque heure',
    legend: fr('★ meilleure heure, ▼ pire heure, ⚠ réseau tendu. Favorable à partir de 70, correct à partir de 40.'),
    weights: 'Ce qui compte pour vous',
    weightsHint: fr('Déplacez les curseurs : les heures sont reclassées aussitôt.'),
    weightsNone: fr('Donnez du poids à au moins un critère.'),
    profile: 'Profil',
    profiles: {
      national: 'National (par défaut)',
      carbon: 'Carbone',
      price: 'Prix',
      grid: 'Réseau',
      balanced: 'Équilibré',
    },
    ownProfile: 'Personnalisé',
    table: 'Toutes les heures en tableau',
    priceEstimated: 'prix estimé',
  },
  plan: frenchPlan,
  mix: {
    heading: 'Le mix des 24 dernières heures publiées',
    none: 'Aucune heure complète n’est connue.',
    lead: 'Puissance moyenne par filière, et émissions par kilowattheure produit et consommé. RTE publie chaque heure avec une à deux heures de retard.',
    chart: 'Puissance par filière, empilée, et les deux intensités carbone des 24 dernières heures',
    table: 'Le mix en tableau',
    groups: {
      nuclear: 'Nucléaire',
      hydro: 'Hydraulique',
      wind: 'Éolien',
      solar: 'Solaire',
      bio: 'Biomasse et déchets',
      gas: 'Gaz',
      coal: 'Charbon',
      oil: 'Fioul',
      other: 'Autres',
    },
    total: 'Total',
  },
  heatMap: {
    heading: 'Six semaines, heure par heure',
    none: 'Aucun score n’est encore enregistré.',
    lead: 'Score moyen de chaque heure (0 à 100).',
    caption: 'Score moyen par jour et par heure de Paris',
    low: 'défavorable',
    high: 'favorable',
    missing: 'pas de donnée',
  },
  accuracy: {
    heading: 'Ce que vaut la prévision',
    none: 'La qualité de la prévision n’est pas encore mesurée.',
    /** Before the instant. */
    since: 'Trop peu de prévisions vérifiées pour donner un chiffre. Mesure en cours depuis le',
    /** Before the forecast's share, and between it and the share of the day before. */
    followed: 'Sur 30 jours, programmer quatre heures d’usage selon la prévision carbone a permis',
    copied: 'de l’économie de CO₂ possible, et suivre les heures de la veille',
    forecast: 'prévision',
    yesterday: 'heures de la veille',
    chart: 'Part de l’économie de CO₂ possible, selon le délai',
  },
  tariff: {
    heading: 'Tarif Tempo, à trois couleurs',
    lead: fr(
      'Concerne uniquement les contrats Tempo. La journée tarifaire va de 6 h à 6 h ; la saison se termine le 31 août.',
    ),
    none: 'Aucune couleur n’est publiée ni prévue en ce moment.',
    noForecast: fr(
      'Pas de prévision : des couleurs de la saison manquent, le nombre de jours restants est donc inconnu.',
    ),
    redLeft: 'Jours rouges restants',
    whiteLeft: 'Jours blancs restants',
    /** Before the instant of the forecast. */
    issued: 'Prévision calculée le',
    caption: 'Couleurs du tarif, publiées et prévues, avec leurs probabilités',
    color: 'Couleur',
    inForce: 'en vigueur',
    published: 'publié',
    forecast: 'prévision',
    colors: { Bleu: 'Bleu', Blanc: 'Blanc', Rouge: 'Rouge' },
    /** Heads of the probabilities. */
    shares: { blue: 'Bleu', white: 'Blanc', red: 'Rouge' },
  },
  signal: {
    heading: 'Signal du réseau',
    none: 'Aucun signal publié ne couvre aujourd’hui.',
    statuses: {
      Optimal: 'Décarboné',
      Favorable: 'Pas de tension',
      Tendu: 'Tendu',
      TresTendu: 'Très tendu',
    },
    days: ['Aujourd’hui', 'Demain', 'Après-demain', 'Dans trois jours'],
  },
  sources: {
    heading: 'Fraîcheur des sources',
    none: 'Aucune source n’a encore été lue.',
    lead: fr(
      'La disponibilité vaut 100 % tant qu’une source est à l’heure ; la confiance est la disponibilité pondérée de toutes les sources.',
    ),
    table: 'Tableau des sources',
    source: 'Source',
    lastSuccess: 'Dernière lecture',
    never: 'jamais',
    newestSlot: 'Données jusqu’au',
    expectedNext: 'Prochaines attendues',
    availability: 'Disponibilité',
    weight: 'Poids dans la confiance',
    reference: 'référence',
    /** Days of the last year that are loaded. */
    history: (knownDays: number, wantedDays: number) =>
      fr(`Historique en cours de chargement : ${knownDays} ${knownDays < 2 ? 'jour' : 'jours'} sur ${wantedDays}.`),
    /** Heading of the data that open mode lacks. */
    openRemarks: 'Ce que les sources ouvertes ne fournissent pas, ou fournissent plus tard',
    names: {
      ...listFeedNames('fr'),
      emission_factors: 'Facteurs d’émission (ADEME)',
      country_intensities: 'Intensités des pays voisins (Ember)',
      regulated_prices: 'Tarifs réglementés (CRE)',
      weather: 'Météo (Open-Meteo)',
    },
  },
  footer: {
    plans: 'Obtenir une clé d’API',
    api: 'Documentation de l’API',
    status: 'Données de cette page (JSON)',
    data: fr('Données : RTE et ADEME, Licence Ouverte 2.0 ; Ember, CC BY 4.0. Intensités fondées sur la localisation.'),
    effort: 'Service fourni au mieux, sans garantie de disponibilité.',
  },
}
