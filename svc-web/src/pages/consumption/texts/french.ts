import type { LoadCurveKind } from '@hexawatt/shared/methodology/load-curve/load-curve'
import type { IntensityKind, UnknownReason } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { typesetTexts } from './typeset-texts.ts'

type Words = Readonly<Record<string, string>>

/** Plain spaces: the page adds the French ones. Braces mark bold text. Figures and names arrive formatted. */
const plain = {
  title: 'Mes consommations',
  description:
    'Votre courbe Linky : ce qu’elle a émis, ce qu’elle coûte dans chaque contrat, ce que décaler rapporte. Lue dans votre navigateur, envoyée nulle part.',
  lead: 'Votre compteur Linky sait à quelle heure vous consommez. Déposez sa courbe : vous verrez ce qu’elle a émis, ce qu’elle coûte dans chaque contrat et ce que décaler vous aurait rapporté.',
  howTo: {
    summary: 'Où trouver ce fichier ?',
    publishers: [
      {
        name: 'Enedis',
        steps:
          'Dans votre espace client, ouvrez « Gérer l’accès à mes données » et activez l’enregistrement et la collecte de la consommation horaire. Puis « Suivre mes mesures », « Télécharger mes données », « Consommation horaire » : douze mois, en CSV ou en XLSX.',
      },
      {
        name: 'EDF et autres fournisseurs',
        steps:
          'Dans l’espace client, téléchargez la consommation par heure ou par demi-heure (« mes puissances atteintes 30 min » chez EDF). Un tableau à vous convient aussi : une colonne de dates, une colonne en kWh, Wh, kW ou W.',
      },
      {
        name: 'Home Assistant',
        steps: 'Exportez les statistiques du capteur, une valeur par heure, ou le fichier du tableau de bord Énergie.',
      },
      {
        name: 'Professionnels',
        steps:
          'La courbe de charge d’un site (flux R63, demandes M023), en CSV ou en JSON, une fois l’archive ouverte.',
      },
    ],
    several:
      'Enedis donne parfois sept jours à la fois : choisissez tous les fichiers CSV ensemble, chaque relevé compte une seule fois.',
  },
  zone: {
    drop: 'Déposez ici votre courbe de charge',
    done: 'Votre courbe de charge est lue',
    choose: 'Choisir un fichier',
    kinds: 'CSV, XLSX ou JSON, 30 Mo au plus, plusieurs CSV à la fois',
    private: 'Lu par votre navigateur, envoyé nulle part, oublié en fermant la page.',
    unscripted: 'La lecture se fait dans votre navigateur, c’est pourquoi elle demande JavaScript.',
    another: 'Choisir un autre fichier',
    forget: 'Oublier ce fichier',
    reading: 'Lecture du fichier…',
    months: ({ done, all }: Words) => `Chiffres du réseau : mois ${done} sur ${all}…`,
    waiting: ({ seconds }: Words) => `Le service demande d’attendre ${seconds} s, la suite vient toute seule.`,
    computing: 'Calcul…',
    read: ({ kind }: Words) => `Fichier reconnu : ${kind}.`,
    forgotten: 'Votre fichier est oublié. L’exemple est de nouveau affiché.',
    failed: 'Ce fichier n’a pas pu être lu : une erreur s’est produite dans la page. Rechargez-la et réessayez.',
    unreachable:
      'Votre fichier est lu, mais les chiffres du réseau ne répondent pas. Vérifiez votre connexion, puis choisissez-le de nouveau.',
    tooLong: ({ months, most }: Words) =>
      `Ce fichier couvre ${months} mois, la limite est de ${most} mois. Choisissez une période plus courte.`,
    joined:
      'Plusieurs fichiers se joignent seulement s’ils sont tous en CSV. Choisissez un seul classeur ou fichier JSON.',
    kindNames: {
      'enedis-customer': 'espace client Enedis',
      'enedis-professional': 'Enedis pour les professionnels',
      supplier: 'tableau d’un fournisseur',
      'home-assistant': 'statistiques de Home Assistant',
    } satisfies Record<LoadCurveKind, string>,
  },
  example: {
    name: 'Exemple affiché :',
    household:
      'un appartement de 70 m² chauffé à l’électricité, 6 kVA. Foyer et réseau inventés, prix réglementés d’octobre 2025 à septembre 2026.',
    spot: 'Prix dynamique de l’exemple : prix de gros, plus 8,6 ct par kWh et la TVA, abonnement de 17 € par mois.',
  },
  own: {
    name: 'Votre courbe :',
    period: ({ from, to, hours, all }: Words) => `du ${from} au ${to}, ${hours} h relevées sur ${all} h.`,
    complete: ({ from, to }: Words) => `du ${from} au ${to}, toutes les heures sont relevées.`,
  },
  terms: {
    contract: 'Mon contrat',
    more: 'Réglages de mon contrat',
    ofFile: 'Ces réglages comptent pour votre fichier ; l’exemple garde les siens.',
    subscribedKva: 'Puissance souscrite',
    offPeak: 'Heures creuses',
    offPeakHint: 'Comme sur votre facture : 22h30-6h30, ou plusieurs plages séparées par une virgule.',
    offPeakRefused: 'Ces heures ne se lisent pas, les précédentes restent en vigueur. Exemple : 22h30-6h30',
    adder: 'Prix dynamique : ajouté au prix de gros, ct par kWh hors TVA',
    vat: 'TVA, %',
    subscription: 'Abonnement du prix dynamique, € par mois',
    numberRefused: 'Ce nombre ne se lit pas, le précédent reste en vigueur.',
    submit: 'Recalculer',
  },
  verdict: {
    cheaperYear: ({ best, eur }: Words) => `{${best}} vous coûterait {${eur}} de moins par an`,
    cheaperPeriod: ({ best, eur }: Words) => `{${best}} vous aurait coûté {${eur}} de moins`,
    ownBestYear: ({ best }: Words) => `{${best}} est déjà votre contrat le moins cher`,
    ownBestPeriod: ({ best }: Words) => `{${best}} a été le contrat le moins cher`,
    cheapest: ({ best }: Words) => `{${best}} est le moins cher des contrats comparés`,
    single: ({ best }: Words) => `Seul {${best}} a un prix connu sur cette période`,
    none: 'Aucun contrat n’a de prix connu sur cette période',
    why: ({ kwh, best, current, name }: Words) =>
      `Pour les mêmes ${kwh} kWh aux mêmes heures : ${best} au lieu de ${current} en ${name}.`,
    whyOwn: ({ kwh, best, next, name }: Words) =>
      `Pour les mêmes ${kwh} kWh aux mêmes heures : ${best}, et ${next} en ${name}, le suivant.`,
    whySingle: ({ kwh, best }: Words) => `Pour ${kwh} kWh : ${best}.`,
    energyOnly: 'Abonnements non comptés : celui d’un contrat n’est pas connu.',
    gaps: (count: number, { hours }: Words) =>
      count < 2
        ? `${hours} heure n’est pas relevée : elle n’est ni estimée ni comptée.`
        : `${hours} heures ne sont pas relevées : elles ne sont ni estimées ni comptées, et une année entière peut donner un autre résultat.`,
    daysOf: (count: number, written: string) => `${written} ${count < 2 ? 'jour' : 'jours'}`,
  },
  costs: {
    heading: 'Ce que vous auriez payé',
    year: 'Une année, toutes taxes comprises ; la part sombre est l’abonnement.',
    period: ({ days }: Words) => `${days} de relevés, toutes taxes comprises ; la part sombre est l’abonnement.`,
    energy: ({ days }: Words) => `${days} de relevés, toutes taxes comprises, sans les abonnements.`,
    cheapest: '★ le moins cher',
    mine: 'mon contrat',
    mineCheapest: '★ mon contrat',
    ofWhich: ({ eur }: Words) => `dont ${eur} d’abonnement`,
    notCompared: 'non comparé',
    red: (count: number, { days, kwh }: Words) =>
      count < 2
        ? `Tempo : ${days} jour rouge et ${kwh} kWh à ses heures pleines, comptés sans rien changer à vos habitudes.`
        : `Tempo : ${days} jours rouges et ${kwh} kWh à leurs heures pleines, comptés sans rien changer à vos habitudes.`,
    terms: ({ kva, hours }: Words) => `Compté pour ${kva}, heures creuses ${hours}.`,
    seasons: ({ summer, winter }: Words) => `${summer} d’avril à octobre et ${winter} de novembre à mars`,
    reasons: {
      'spot-terms': 'indiquez dans les réglages ce que votre fournisseur ajoute au prix de gros, et l’abonnement',
      'no-month': 'l’historique ne contient pas une partie de ces heures',
      'no-intensity': 'l’intensité de ces heures n’est pas connue',
      'no-color': 'la couleur Tempo de certains jours n’est pas connue',
      'no-auction-price': 'le prix de gros de certaines heures n’est pas connu',
      'no-price': 'son prix n’est pas connu à ces dates pour cette puissance',
      'no-off-peak-hours': 'vos heures creuses ne sont pas connues',
    } satisfies Record<UnknownReason | 'spot-terms', string>,
    unknown: 'aucune de ces heures n’a de prix connu',
  },
  emissions: {
    heading: 'Ce que vous avez émis',
    sum: ({ mass, car }: Words) => `${mass} de CO₂${car} : `,
    car: ({ distance }: Words) => `, comme ${distance} en voiture`,
    mean: ({ own, grid }: Words) => `${own} g par kWh, contre ${grid} g pour tout le pays aux mêmes heures.`,
    partial: ({ percent }: Words) => `Connu pour ${percent} de l’énergie, le reste n’est pas compté.`,
    unknown: 'Le réseau de ces heures n’est pas connu : aucune émission ne peut être dite.',
    byMonth: ({ unit }: Words) => `Par mois, en ${unit}.`,
    byYear: ({ unit }: Words) => `Par an, en ${unit}.`,
    none: 'inconnu',
  },
  table: {
    summary: 'Tous les chiffres en tableau',
    month: 'Mois',
    total: 'Total',
    covered: 'relevé',
    kg: 'kg de CO₂',
    perKwh: 'g par kWh',
    caption: 'Énergie, émissions et coût par mois',
    partial: 'Entre parenthèses : une partie est inconnue et n’est pas comptée.',
    boundaries: 'Trois façons de compter le CO₂',
    boundary: 'Périmètre',
    grid: 'pays, mêmes heures',
    known: 'énergie connue',
    names: {
      production: 'production en France, cycle de vie (cette page)',
      consumption: 'avec les importations, cycle de vie',
      direct: 'combustion en centrale seulement',
    } satisfies Record<IntensityKind, string>,
  },
  honeycomb: {
    heading: 'Votre ruche',
    sub: 'un hexagone par heure et par mois',
    subYears: 'un hexagone par heure et par mois, toutes les années ensemble',
    size: 'taille : ce que vous consommez · couleur :',
    avoid: 'à éviter',
    favorable: 'favorable',
    label: 'Votre ruche : les flèches parcourent les mois et les heures',
    cell: ({ kwh, grid }: Words) => `${kwh} kWh par heure, ${grid}`,
    grid: ({ g, score }: Words) => `${g} g par kWh, note carbone ${score}`,
    gridUnknown: 'réseau inconnu',
    noValue: 'aucun relevé',
    table: 'En tableau',
    caption: 'kWh par heure et g de CO₂ par kWh, par mois et par heure',
  },
  shift: {
    heading: 'Ce que décaler aurait changé',
    lead: 'Une part de vos soirées (17 h à 22 h) passe aux quatre meilleures heures du jour : chauffe-eau, machines, voiture.',
    share: 'Part de mes soirées que je peux décaler',
    perYear: ({ contract }: Words) => `par an, en ${contract}`,
    overPeriod: ({ contract }: Words) => `sur la période, en ${contract}`,
    flat: ({ contract }: Words) => `en ${contract}, l’heure ne change pas le prix`,
    co2Year: 'de CO₂ par an',
    co2Period: 'de CO₂ sur la période',
    others: ({ list }: Words) => `Le même effort : ${list}.`,
    other: ({ eur, contract }: Words) => `${eur} en ${contract}`,
    list: (items: readonly string[]) =>
      items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} et ${items.at(-1)}`,
    hindsight: 'Les meilleures heures sont choisies après coup : c’est un maximum.',
    none: 'Aucun jour ne permet de compter : prix ou réseau inconnus.',
    kept: (count: number, { days }: Words) =>
      count < 2
        ? `${days} jour reste tel quel : rien à gagner ou chiffres inconnus.`
        : `${days} jours restent tels quels : rien à gagner ou chiffres inconnus.`,
    chart: 'Votre journée moyenne, avant et après',
    legend: {
      real: 'votre journée moyenne',
      come: 'consommé là plutôt',
      gone: 'retiré du soir',
      ribbon: 'ruban : note carbone moyenne de l’heure',
    },
  },
  notes: {
    heading: 'À savoir',
    gaps: (count: number, { gaps }: Words) =>
      count < 2 ? `${gaps} trou dans le fichier` : `${gaps} trous dans le fichier`,
    gap: ({ from, to }: Words) => `du ${from} au ${to}`,
    moreGaps: ({ gaps }: Words) => `… et ${gaps} de plus.`,
    gapRule: 'Une heure sans relevé n’est ni estimée ni comptée.',
    unconfirmedSince: ({ from }: Words) => `Cela vaut pour les prix à partir du ${from}.`,
    unconfirmedBetween: ({ from, to }: Words) => `Cela vaut pour les prix du ${from} au ${to}.`,
    untaxed: 'Le prix dynamique est compté sans TVA : indiquez-la dans les réglages de votre contrat.',
    exampleNote:
      'Tout sur cette page est calculé comme avec votre fichier : seuls le foyer et le réseau de l’exemple sont inventés.',
  },
  method:
    'Calculé heure par heure avec l’intensité carbone et les prix de gros de l’historique, et les prix réglementés de chaque jour. Ce qui est inconnu est dit, jamais deviné.',
  car: ({ grams }: Words) => `Voiture moyenne : ${grams} g de CO₂ par km (ADEME, Base Carbone).`,
  methodLink: 'Comprendre le calcul',
  statement: {
    heading: 'Garder le bilan',
    lead: 'Le même bilan que la commande hexawatt statement, avec l’empreinte du fichier : une page A4 pour un dossier, ou les chiffres.',
    print: 'Bilan à imprimer',
    csv: 'CSV',
    json: 'JSON',
    failed: 'Le bilan n’a pas pu être écrit. Choisissez le fichier de nouveau.',
  },
}

/** Texts of the page in French. */
export const french = typesetTexts(plain, 'fr')

/** Texts that each language must have. */
export type ConsumptionTexts = typeof plain
