import type { RefusalCode, RemarkCode, SeemingFile } from '../load-curve.ts'

type Values = Readonly<Record<string, string | number>>

/** What is said about load curves in one language. */
export type LoadCurveTexts = {
  seems: Record<SeemingFile, string>
  refusals: Record<RefusalCode, (values: Values) => string>
  remarks: Record<RemarkCode, (values: Values) => string>
}

/** How to get the right file, and how to have hours recorded at all. */
const download =
  'Dans votre espace client Enedis, ouvrez « Suivre mes mesures », puis « Télécharger mes données », et choisissez « Consommation horaire ».'
const record =
  'Si ce choix est grisé, activez d’abord « Enregistrement de la consommation horaire » et « Collecte de la consommation horaire » dans « Gérer l’accès à mes données » : les relevés commencent alors, et le fichier se remplit au fil des jours.'
const getFile = `${download} ${record}`

const count = (rows: string | number | undefined, one: string, many: string): string =>
  `${rows ?? 0} ${Number(rows) < 2 ? one : many}`

/** What is said about load curves, in French; plain spaces, which `addFrenchSpaces` typesets. */
export const french: LoadCurveTexts = {
  seems: {
    pdf: 'un document PDF, par exemple une facture',
    image: 'une image',
    zip: 'une archive ZIP : ouvrez-la et choisissez le fichier CSV ou XLSX qu’elle contient',
    archive: 'une archive compressée : ouvrez-la et choisissez le fichier CSV ou XLSX qu’elle contient',
    'old-workbook': 'un classeur dans un ancien format : enregistrez-le au format XLSX ou CSV',
    'open-document': 'un classeur OpenDocument : enregistrez-le au format XLSX ou CSV',
    document: 'un document de traitement de texte',
    'web-page': 'une page web',
    xml: 'un fichier XML',
    json: 'un fichier JSON d’une autre forme que celle des mesures d’Enedis',
    'home-assistant-history':
      'l’historique d’un capteur de Home Assistant : exportez plutôt ses statistiques, une valeur par heure',
    table: 'un tableau sans colonne de date ou sans colonne de puissance (W, kW) ou d’énergie (Wh, kWh)',
    text: 'un texte sans tableau de mesures',
    binary: 'un fichier qui n’est pas du texte',
  },
  refusals: {
    'file-too-large': ({ megabytes, atMost }) =>
      `Ce fichier pèse ${megabytes} Mo, la limite est de ${atMost} Mo. Choisissez une période plus courte.`,
    'too-many-rows': ({ atMost }) =>
      `Ce fichier compte plus de ${Number(atMost).toLocaleString('fr-FR')} lignes. Choisissez une période plus courte.`,
    'empty-file': () => `Ce fichier est vide. ${getFile}`,
    'daily-values': () =>
      `Ce fichier donne une valeur par jour. Pour savoir ce que votre consommation a émis et coûté, il faut une valeur par heure ou par demi-heure. ${getFile}`,
    'daily-maximum-power': () =>
      `Ce fichier donne la puissance maximale de chaque jour, pas votre consommation au fil des heures. ${getFile}`,
    'meter-readings': () =>
      `Ce fichier donne les index du compteur, pas votre consommation au fil des heures. ${getFile}`,
    'several-meters': ({ meters }) =>
      `Ce fichier contient les mesures de ${meters} compteurs ou capteurs. Choisissez un fichier par compteur : deux logements ne se mélangent pas.`,
    'injection-only': () =>
      `Ce fichier contient seulement ce que votre installation solaire a injecté sur le réseau. Choisissez la consommation. ${download}`,
    'no-active-power': () =>
      `Ce fichier ne contient ni puissance active ni énergie active : une puissance apparente (VA), une puissance réactive (var) ou une tension ne suffit pas. ${getFile}`,
    'unknown-unit': ({ unit }) =>
      unit === ''
        ? 'Ce fichier ne dit pas dans quelle unité sont ses valeurs. Écrivez W, kW, Wh ou kWh dans le titre de la colonne, par exemple « kWh ».'
        : `L’unité « ${unit} » de ce fichier n’est pas connue. Les unités lues sont W, kW, MW, Wh, kWh et MWh.`,
    'several-columns': ({ columns }) =>
      `Ce tableau a ${columns} colonnes qui pourraient être la consommation. Gardez la date et une seule colonne, le total.`,
    'no-values': () =>
      `Ce fichier a la forme d’une courbe de charge, mais il ne contient aucune valeur lisible : les relevés n’étaient sans doute pas encore collectés. ${record}`,
    'unreadable-dates': ({ seen }) =>
      `Les dates de ce fichier, telles que « ${seen} », ne se lisent pas sûrement. Écrivez le jour avant le mois et l’année en entier, 31/01/2026 00:30, ou reprenez le fichier téléchargé, sans l’ouvrir dans un tableur.`,
    'step-unknown': () =>
      'La durée des relevés de ce fichier est inconnue : il en faut au moins deux qui se suivent, espacés d’une heure au plus.',
    'odd-steps': () =>
      'Les relevés de ce fichier ne commencent ni à l’heure pile, ni à la demi-heure, ni à un autre pas régulier : ils ne peuvent pas être rapprochés des heures du réseau.',
    'workbook-damaged': () => 'Ce classeur est endommagé ou incomplet. Téléchargez-le de nouveau.',
    'workbook-encrypted': () =>
      'Ce classeur est protégé par un mot de passe. Ouvrez-le et enregistrez-le sans mot de passe.',
    'workbook-too-large': ({ atMostMegabytes }) =>
      `Ce classeur dépasse ${atMostMegabytes} Mo une fois décompressé. Choisissez une période plus courte.`,
    'workbook-unsafe': () =>
      'Ce classeur renvoie à d’autres fichiers ou contient des définitions qu’un export de mesures n’a jamais : il n’est pas lu. Téléchargez-le de nouveau.',
    'not-a-load-curve': ({ seems }) =>
      `Ce fichier n’est pas une courbe de charge : il semble être ${french.seems[seems as SeemingFile] ?? seems}. ${getFile}`,
  },
  remarks: {
    'side-assumed': ({ side }) =>
      `Le fichier ne dit pas si l’heure indiquée est le début ou la fin du relevé : ${side === 'end' ? 'la fin' : 'le début'} a été retenu${side === 'end' ? 'e' : ''}.`,
    'step-derived': ({ minutes }) =>
      `Le fichier n’indique pas la durée des relevés : elle vient de l’écart entre deux heures, le plus souvent ${count(minutes, 'minute', 'minutes')}.`,
    'unit-assumed': ({ unit }) => `Le fichier n’indique pas d’unité : les valeurs ont été lues en ${unit}.`,
    'clock-time-assumed': () =>
      'Le fichier n’indique pas de fuseau : les heures sont celles de la France métropolitaine.',
    'empty-values': ({ rows }) =>
      `${count(rows, 'relevé est vide : il manque', 'relevés sont vides : ils manquent')} au total, et ne ${Number(rows) < 2 ? 'compte' : 'comptent'} pas pour zéro.`,
    'repeated-instants': ({ rows }) =>
      `${count(rows, 'relevé répète', 'relevés répètent')} une heure déjà lue : la valeur corrigée l’emporte sur la valeur complétée, et celle-ci sur la valeur brute.`,
    'overlapping-steps': ({ rows }) =>
      `${count(rows, 'relevé chevauche le précédent et n’est pas compté', 'relevés chevauchent le précédent et ne sont pas comptés')}.`,
    'ambiguous-hour': ({ rows }) =>
      `${count(rows, 'relevé de l’heure que le passage à l’heure d’hiver répète n’est pas compté', 'relevés de l’heure que le passage à l’heure d’hiver répète ne sont pas comptés')} : rien ne dit laquelle des deux heures est visée.`,
    'skipped-hour': ({ rows }) =>
      `${count(rows, 'relevé porte une heure qui n’existe pas', 'relevés portent une heure qui n’existe pas')} le jour du passage à l’heure d’été, et ne ${Number(rows) < 2 ? 'compte' : 'comptent'} pas.`,
    'odd-instants': ({ rows }) =>
      `${count(rows, 'relevé ne commence ni à l’heure pile, ni à la demi-heure, ni à un autre pas régulier, et n’est pas compté', 'relevés ne commencent ni à l’heure pile, ni à la demi-heure, ni à un autre pas régulier, et ne sont pas comptés')}.`,
    'grouped-thousands': ({ rows }) =>
      `${count(rows, 'valeur telle que 1.234 a été lue', 'valeurs telles que 1.234 ont été lues')} comme 1 234 : les autres sont des nombres entiers inférieurs à 1 000.`,
    'unreadable-rows': ({ rows }) =>
      `${count(rows, 'ligne est illisible et n’est pas comptée', 'lignes sont illisibles et ne sont pas comptées')}.`,
    'negative-values': ({ rows }) =>
      `${count(rows, 'valeur est négative et n’est pas comptée', 'valeurs sont négatives et ne sont pas comptées')}.`,
    'other-quantities': ({ rows }) =>
      `${count(rows, 'ligne porte', 'lignes portent')} une autre grandeur que la puissance ou l’énergie active, et ne ${Number(rows) < 2 ? 'compte' : 'comptent'} pas.`,
    'injection-apart': ({ rows }) =>
      `${count(rows, 'relevé est de l’énergie injectée sur le réseau : elle est additionnée', 'relevés sont de l’énergie injectée sur le réseau : elle est additionnée')} à part, sans réduire la consommation.`,
    'injection-unknown': () =>
      'L’énergie injectée sur le réseau n’a pas pu être additionnée : la durée de ses relevés est inconnue.',
  },
}
