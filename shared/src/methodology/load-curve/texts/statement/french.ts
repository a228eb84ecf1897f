import type { CaveatCode, IntensityKind, UnknownReason } from '../../statement/statement.ts'

type Words = Readonly<Record<string, string>>

/** What is said about a statement, in French; plain spaces, which `typeset` changes. Figures and names come written. */
export const french = {
  intensities: {
    production: 'périmètre production (cycle de vie)',
    consumption: 'périmètre consommation (cycle de vie, avec les importations)',
    direct: 'émissions directes (combustion en centrale)',
  } satisfies Record<IntensityKind, string>,
  spot: 'Prix dynamique',
  quote: (name: string) => `« ${name} »`,
  withoutSubscription: ' (hors abonnement)',
  withSubscription: ' (abonnement compris)',
  list: (items: readonly string[]) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} et ${items.at(-1)}`,

  unknown: ({ figures, kwh, hours, reasons }: Words) =>
    `${figures} : valeur inconnue pour ${kwh} kWh (${hours} h), car ${reasons}.`,
  cost: ({ contract }: Words) => `coût avec ${contract}`,
  reasons: {
    'no-month': 'l’historique ne contient pas ces heures',
    'no-intensity': 'l’intensité carbone de ces heures n’est pas connue',
    'no-color': 'la couleur Tempo du jour n’est pas connue',
    'no-auction-price': 'le prix de marché de ces heures n’est pas connu',
    'no-price': 'le tarif n’est pas connu à cette date pour cette puissance',
    'no-off-peak-hours': 'vos heures creuses ne sont pas connues',
  } satisfies Record<UnknownReason, string>,

  cheapest: ({ contract }: Words) => `Sur cette période, le contrat le moins cher est ${contract}.`,
  cheaperThanCurrent: ({ contract, eur, current }: Words) =>
    `Sur cette période, le contrat ${contract} aurait coûté ${eur} € de moins que votre contrat actuel, ${current}.`,
  currentIsCheapest: ({ current }: Words) => `Sur cette période, votre contrat actuel, ${current}, est le moins cher.`,

  already: ({ contract, reference, eur }: Words) =>
    `Le contrat ${contract} aurait coûté ${eur} € de moins que ${reference}, sans rien changer à vos habitudes.`,
  sameCost: ({ contract, reference }: Words) => `Le contrat ${contract} aurait coûté autant que ${reference}.`,
  tempoPossible: ({ contract, reference, kwh }: Words) =>
    `Le contrat ${contract} devient plus avantageux que ${reference} si, chaque jour rouge, vous décalez ${kwh} kWh des heures pleines vers les heures creuses`,
  tempoBlue: ({ kwh }: Words) => `, ou ${kwh} kWh vers les heures creuses d’un jour bleu.`,
  tempoRedOnly: '.',
  tempoNever: ({ contract, reference, eur }: Words) =>
    `Le contrat ${contract} coûte plus cher que ${reference} : même en décalant toute la consommation des heures pleines rouges, il resterait un écart de ${eur} €.`,
  noRedDays: ({ contract, reference, eur }: Words) =>
    `Le contrat ${contract} aurait coûté ${eur} € de plus que ${reference}, et la période n’a aucun jour rouge : décaler n’y change rien.`,
  offPeakAlready: ({ contract, reference, eur, share, needed }: Words) =>
    `Le contrat ${contract} aurait coûté ${eur} € de moins que ${reference} : ${share} % de votre consommation est en heures creuses, il en faut ${needed} %.`,
  offPeakPossible: ({ contract, reference, share, needed, kwh }: Words) =>
    `Le contrat ${contract} devient plus avantageux que ${reference} à partir de ${needed} % de consommation en heures creuses (${share} % aujourd’hui), soit ${kwh} kWh à décaler chaque jour.`,
  offPeakNever: ({ contract, reference, eur }: Words) =>
    `Le contrat ${contract} coûte plus cher que ${reference} : même avec toute la consommation en heures creuses, il resterait un écart de ${eur} €.`,

  moved: ({ contract, kwh, eur, mass, days }: Words) =>
    `Avec ${contract}, lancer cette charge de ${kwh} kWh à l’heure la moins chère de chaque jour aurait économisé au plus ${eur} € et évité ${mass} de CO₂ (${days}).`,
  movedMore: ({ contract, kwh, eur, mass, days }: Words) =>
    `Avec ${contract}, lancer cette charge de ${kwh} kWh à l’heure la moins chère de chaque jour aurait économisé au plus ${eur} €, mais émis ${mass} de CO₂ de plus (${days}).`,
  movedByCarbon: ({ kwh, mass, days }: Words) =>
    `Lancer cette charge de ${kwh} kWh à l’heure la plus sobre de chaque jour aurait évité au plus ${mass} de CO₂ (${days}).`,
  loadNotFound: ({ kwh }: Words) =>
    `Aucun jour du fichier n’a ${kwh} kWh à l’heure habituelle de cette charge : il n’y a rien à décaler.`,
  days: (count: number, written: string) => `${written} ${count < 2 ? 'jour compté' : 'jours comptés'}`,

  caveats: {
    'less-than-a-year': ({ days }) =>
      `La période compte ${days} ${Number(days) < 2 ? 'jour' : 'jours'}, moins d’un an : elle ne couvre pas toutes les saisons, et le résultat sur une année entière peut être différent.`,
    'red-days-incomplete': ({ days, redDays }) =>
      `Les jours rouges de Tempo tombent entre novembre et mars : la période couvre ${days} de ces 151 jours, dont ${redDays} ${Number(redDays) < 2 ? 'rouge' : 'rouges'}.`,
    'comparison-partial': ({ percent }) =>
      `Les contrats sont comparés sur ${percent} % de l’énergie, aux heures où tous les prix sont connus.`,
    'energy-only': ({ contracts }) =>
      `La comparaison porte sur l’énergie seule, car l’abonnement n’est pas connu pour ${contracts}.`,
    'unconfirmed-prices': ({ contracts }) =>
      `Prix à confirmer, connus seulement par des sources indirectes : ${contracts}.`,
    'spot-hourly-means': () => 'Le prix dynamique est compté à la moyenne de chaque heure, et non au quart d’heure.',
    'estimated-consumption': ({ months }) =>
      `L’intensité du périmètre consommation est en partie estimée d’après les échanges commerciaux : ${months}.`,
    'months-incomplete': ({ months }) => `Des chiffres peuvent encore changer : ${months}.`,
    'months-missing': ({ months }) => `Aucun chiffre du réseau n’est connu : ${months}.`,
    'injection-not-counted': ({ kwh }) => `Les ${kwh} kWh injectés sur le réseau ne sont pas comptés.`,
    'perfect-hindsight': () =>
      'Les meilleures heures sont choisies après coup, en connaissant tous les prix et toutes les intensités : ces gains sont un maximum.',
  } satisfies Record<CaveatCode, (values: Words) => string>,

  scope:
    'Scope 2 du GHG Protocol, méthode fondée sur la localisation (location-based) : intensités horaires du réseau français. Ce n’est pas un instrument contractuel (market-based) : ni garantie d’origine, ni offre verte ne sont comptées.',
}

/** Texts that each language must have. */
export type StatementTexts = typeof french
