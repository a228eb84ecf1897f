import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { frenchMixGroups } from '../../../kit/drawing/french-mix-groups.ts'
import { frenchTables } from './french-tables.ts'

const plural = (count: number, one: string, many: string): string => (count < 2 ? one : many)

/** The page in French. Plain spaces in the source where French typography has others. */
export const french = {
  language: 'fr' as Language,
  title: 'État du service',
  description: fr(
    'Fraîcheur des sources, précision des prévisions, historique de la note de l’électricité en France, carte des régions et journal des incidents.',
  ),
  eyebrow: 'État du service',
  modes: {
    open: null,
    demo: fr('Démonstration : valeurs inventées.'),
    replay: fr('Rejeu : cette page montre un instant du passé, à partir d’enregistrements.'),
    live: null,
  },
  offline: fr('Le serveur ne répond pas : cette page montre le dernier état connu.'),
  /** Shown for an unknown value. */
  unknown: '–',
  /** After a time of day that ends a day. */
  endOfDay: '24\u00a0h',
  contents: 'Sur cette page',
  data: fr('Ces données en JSON :'),
  headline: {
    nothing: 'Pas encore de données',
    nothingLead: 'Le premier calcul n’a pas encore eu lieu. Cette page se mettra à jour dès qu’il sera disponible.',
    stale: (time: string) => `Données arrêtées à ${time}`,
    staleLead: fr(
      'Les chiffres ne sont plus recalculés : ceux du site sont les derniers connus. La page se mettra à jour d’elle-même.',
    ),
    noForecast: 'Pas de prévision',
    noForecastLead: fr(
      'Trop de sources manquent pour prévoir les prochaines heures : le site ne conseille pas d’heure. La note et les chiffres de cette heure restent affichés quand ils sont connus.',
    ),
    noScore: 'Pas de note fiable',
    noScoreLead: 'Trop de sources manquent pour noter cette heure.',
    late: (count: number) => fr(plural(count, 'Une source en retard', `${count} sources en retard`)),
    missing: (count: number) => fr(plural(count, 'Une source manque', `${count} sources manquent`)),
    lateAndMissing: (count: number) => fr(`${count} sources en retard ou absentes`),
    /** A late source: its name, and until when its data reach. */
    until: (name: string, time: string) => fr(`${name} : données jusqu’à ${time}.`),
    /** A missing source, and until when its last data reach. */
    outdated: (name: string, time: string) => fr(`${name} : données trop anciennes, jusqu’à ${time}.`),
    gone: (name: string) => fr(`${name} : aucune donnée utilisable.`),
    more: (count: number) =>
      fr(plural(count, 'Une autre source est concernée.', `${count} autres sources sont concernées.`)),
    confidence: (percent: string) => fr(`La confiance dans la note est de ${percent}.`),
    uncounted: 'La confiance dans la note n’en dépend pas.',
    rest: 'Tout le reste est à l’heure.',
    well: 'Tout fonctionne',
    wellLead: (percent: string) =>
      fr(`Toutes les sources sont à l’heure. La confiance dans la note de cette heure est de ${percent}.`),
    openLead: (percent: string) =>
      fr(
        `Toutes les sources ouvertes sont à l’heure. Sans compte RTE, certaines données n’existent pas : la confiance dans la note est de ${percent}.`,
      ),
  },
  facts: {
    computed: 'dernier calcul',
    onTime: 'sources à l’heure',
    onTimeThen: 'sources à l’heure lors de ce calcul',
    of: (total: string) => fr(`sur ${total}`),
    notPublished: (count: number) => fr(`, ${count} ${plural(count, 'non publiée', 'non publiées')} sans compte RTE`),
    confidence: 'confiance dans la note de cette heure',
    confidenceThen: 'confiance dans la note de ce calcul',
    saving: fr('de l’économie de CO₂ possible obtenue, à 24 h, sur 30 jours'),
    savingUnknown: 'économie de CO₂ obtenue, pas encore mesurée',
  },
  sources: frenchTables.sources,
  accuracy: frenchTables.accuracy,
  weeks: {
    heading: 'Six semaines, heure par heure',
    short: 'Six semaines',
    none: 'Aucune note n’est encore enregistrée.',
    caption: 'Note moyenne par jour et par heure de Paris, de 0 à 100',
    day: 'Jour',
    low: 'à éviter',
    high: 'favorable',
    missing: 'pas de donnée',
    /** An hour that clocks leave out in spring. */
    skipped: 'cette heure n’existe pas, les horloges avancent',
    gap: fr('heure sans note : aucune n’est enregistrée'),
    /** What a pointer shows; the script fills it. */
    template: fr('{day}, {hour} h : {score} sur 100'),
    pointed: fr('Touchez ou survolez une heure pour lire sa note.'),
  },
  hours: {
    short: 'Meilleures et pires heures',
    best: 'Les meilleures heures à venir',
    worst: 'Les moins bonnes',
    none: 'Aucune prévision n’est disponible en ce moment.',
    hour: 'Heure',
    score: 'Note',
    carbon: 'CO₂',
    market: 'Marché',
    grams: (value: string) => fr(`${value} g`),
    price: (value: string) => fr(`${value} €/MWh`),
    notPublished: 'non publié',
    today: 'aujourd’hui',
    tomorrow: 'demain',
  },
  mix: {
    heading: 'Le mix des 24 dernières heures',
    short: fr('Mix de 24 h'),
    none: 'Aucune heure complète n’est connue.',
    lead: fr('Puissance moyenne par filière ; RTE publie chaque heure avec une à deux heures de retard.'),
    alternative: (total: string) =>
      fr(`Puissance par filière, empilée : au plus ${total}. Les valeurs sont dans le tableau.`),
    table: 'Le mix en tableau',
    tableCaption: 'Puissance moyenne par filière, en GW, et CO₂ en g par kWh',
    hour: 'Heure',
    total: 'Total',
    production: 'CO₂ produit',
    consumption: 'CO₂ consommé',
    power: (value: string) => fr(`${value} GW`),
    groups: frenchMixGroups,
  },
  incidents: {
    heading: 'Journal',
    short: 'Journal',
    lead: 'Retards, absences et interruptions des 90 derniers jours, les plus récents d’abord.',
    unknown: 'Le journal n’est pas connu en ce moment.',
    none: 'Rien à signaler.',
    noneButGaps: (count: number) =>
      fr(
        `Aucun retard ni interruption enregistré ; ${plural(count, '1 heure', `${count} heures`)} sans note dans les six semaines ci-dessus.`,
      ),
    today: (time: string) => fr(`aujourd’hui, ${time}`),
    /** What failed, where it is no source. */
    subjects: { score: 'Pas de note fiable', forecast: 'Pas de prévision', service: 'Calculs interrompus' },
    named: (name: string, what: string) => fr(`${name} : ${what}`),
    states: {
      fallback: 'remplacement par une source ouverte',
      late: 'en retard',
      missing: 'données absentes',
      interrupted: 'lecture interrompue',
    },
    lasting: 'toujours en cours',
    during: (duration: string) => fr(`pendant ${duration}`),
    times: (count: string) => fr(`en ${count} fois`),
    effects: {
      counting: 'La confiance dans la note en est réduite.',
      counted: 'La confiance dans la note en a été réduite.',
      score: 'Aucune note n’a été affichée.',
      forecast: 'Aucune heure n’a été conseillée.',
      service: 'Le site a montré les derniers chiffres connus.',
    },
    minutes: (count: number) => fr(plural(count, '1 minute', `${count} minutes`)),
    hours: (hours: number, minutes: string) =>
      minutes === '00' ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${minutes}`,
    days: (count: number) => fr(plural(count, '1 jour', `${count} jours`)),
  },
  regions: frenchTables.regions,
  toUnderstand: 'Comprendre la note et ses poids',
}
