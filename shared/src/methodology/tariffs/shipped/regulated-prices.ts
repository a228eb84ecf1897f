import { roundHalfAwayFromZero } from '../../../bounds/numbers.ts'
import type { ContractVersion } from '../../../contract/planning/contracts.ts'

/** Prices that came into force on one day, EUR/kWh with all taxes: by subscribed power, then peak and off-peak, of the three-colour tariff by colour. */
export type PricesOfDay = {
  /** Civil day in Paris. */
  from: string
  source: string
  certainty: ContractVersion['certainty']
  note: string | null
  base: readonly BasePrice[]
  hphc: PeakPrices
  tempo: Readonly<Record<'blue' | 'white' | 'red', PeakPrices>>
  /** EUR a month with all taxes, by subscribed power. */
  subscriptions: Readonly<Record<'base' | 'hphc' | 'tempo', EurByKva>>
}
type BasePrice = readonly [all: number, minKva?: number | null, maxKva?: number | null]
type PeakPrices = readonly [peak: number, offPeak: number]
type EurByKva = Readonly<Record<number, number>>

const published = { certainty: 'published', note: null } as const

/** Subscriptions of the regulator's files, which has them by year. */
function toMonths(byYear: PricesOfDay['subscriptions']): PricesOfDay['subscriptions'] {
  return { base: divideByMonths(byYear.base), hphc: divideByMonths(byYear.hphc), tempo: divideByMonths(byYear.tempo) }
}

function divideByMonths(byKva: EurByKva): EurByKva {
  return Object.fromEntries(Object.entries(byKva).map(([kva, eur]) => [kva, roundHalfAwayFromZero(eur / 12, 4)]))
}

/** Copies of the regulator's files, which confirm the prices up to August 2025 and have the subscriptions. */
const regulatorCopy =
  'CRE Option_Base.csv, Option_HPHC.csv, Option_Tempo.csv as copied in github GladysAssistant/energy-contracts@6bcde6c (2025-09-29)'

/** From February 2024 to January 2025 in the regulator's files, which have no row for November 2024. */
const subscriptionsOf2024 = toMonths({
  base: { 3: 116.04, 6: 151.86, 9: 190.91, 12: 230.89, 15: 267.62 },
  hphc: { 6: 157.87, 9: 200.33, 12: 241.54, 15: 280.45, 18: 318.88, 24: 400.54, 30: 473.23, 36: 546.71 },
  tempo: { 6: 157.09, 9: 196.32, 12: 236.75, 15: 273.19, 18: 309.3, 30: 466.75, 36: 541.32 },
})

/** Regulated prices of households (tarif bleu), oldest first. */
export const regulatedPrices: readonly PricesOfDay[] = [
  {
    from: '2023-02-01',
    source: `github JC144/EDF_Simulateur_Prix@493756b (EDF price sheet of 2023-02-01); ${regulatorCopy}`,
    ...published,
    base: [[0.2062]],
    hphc: [0.2228, 0.1615],
    tempo: { blue: [0.1249, 0.097], white: [0.1508, 0.114], red: [0.6712, 0.1216] },
    subscriptions: toMonths({
      base: { 3: 109.91, 6: 143.71, 9: 179.39, 12: 216.26, 15: 250.54 },
      hphc: { 6: 149.73, 9: 190.02, 12: 229.09, 15: 265.98, 18: 301.79, 24: 379.74, 30: 450.61, 36: 517.74 },
      tempo: { 6: 147.36, 9: 186.16, 12: 224.59, 15: 258.72, 18: 291.14, 30: 439.01, 36: 510.01 },
    }),
  },
  {
    from: '2023-08-01',
    source: `github JC144/EDF_Simulateur_Prix@cccb8ad (EDF price sheet of 2023-08-01); ${regulatorCopy}`,
    ...published,
    base: [[0.2276]],
    hphc: [0.246, 0.1828],
    tempo: { blue: [0.1369, 0.1056], white: [0.1654, 0.1246], red: [0.7324, 0.1328] },
    subscriptions: toMonths({
      base: { 3: 114.14, 6: 149.96, 9: 189.01, 12: 228.99, 15: 265.73 },
      hphc: { 6: 155.97, 9: 198.43, 12: 239.64, 15: 278.55, 18: 316.98, 24: 398.64, 30: 471.2, 36: 544.81 },
      tempo: { 6: 153.6, 9: 194.42, 12: 234.85, 15: 271.29, 18: 307.4, 30: 464.85, 36: 539.55 },
    }),
  },
  {
    from: '2024-02-01',
    source: `github JC144/EDF_Simulateur_Prix@6d88062 (EDF price sheet of 2024-02-01); base also igen.fr 2025-02; ${regulatorCopy}`,
    ...published,
    base: [[0.2516]],
    hphc: [0.27, 0.2068],
    tempo: { blue: [0.1609, 0.1296], white: [0.1894, 0.1486], red: [0.7562, 0.1568] },
    subscriptions: subscriptionsOf2024,
  },
  {
    from: '2024-11-01',
    source: `github JC144/EDF_Simulateur_Prix@ff5090f (EDF price sheet of 2024-11-01): kWh unchanged; ${regulatorCopy}`,
    certainty: 'published',
    note: 'Les abonnements sont ceux de février 2024 dans le fichier de la CRE ; la grille d’EDF du 1er novembre 2024 les augmente de 0,5 à 0,7 %.',
    base: [[0.2516]],
    hphc: [0.27, 0.2068],
    tempo: { blue: [0.1609, 0.1296], white: [0.1894, 0.1486], red: [0.7562, 0.1568] },
    subscriptions: subscriptionsOf2024,
  },
  {
    from: '2025-02-01',
    source: `github JC144/EDF_Simulateur_Prix@51866da (EDF price sheet of 2025-02-01); base igen.fr 2025-02; base and HP/HC soleio.fr; ${regulatorCopy}`,
    ...published,
    base: [[0.2016]],
    hphc: [0.2146, 0.1696],
    tempo: { blue: [0.1552, 0.1288], white: [0.1792, 0.1447], red: [0.6586, 0.1518] },
    subscriptions: toMonths({
      base: { 3: 125.34, 6: 165.17, 9: 208.55, 12: 252.53, 15: 292.98 },
      hphc: { 6: 169.81, 9: 214.88, 12: 258.56, 15: 299.33, 18: 341.62, 24: 431.13, 30: 510.17, 36: 591.98 },
      tempo: { 6: 168.87, 9: 211.16, 12: 254.09, 15: 293.31, 18: 332.65, 30: 499.98, 36: 587.99 },
    }),
  },
  {
    from: '2025-08-01',
    source: `github JC144/EDF_Simulateur_Prix@dcda64d (EDF price sheet of 2025-08-01); also soleio.fr and jechange.fr (2025-08); ${regulatorCopy}`,
    ...published,
    base: [[0.1952]],
    hphc: [0.2081, 0.1635],
    tempo: { blue: [0.1494, 0.1232], white: [0.173, 0.1391], red: [0.6468, 0.146] },
    subscriptions: toMonths({
      base: { 3: 141, 6: 185.94, 9: 233.7, 12: 281.46, 15: 326.4 },
      hphc: { 6: 189.99, 9: 239.84, 12: 287.78, 15: 332.72, 18: 379.24, 24: 478.8, 30: 569.74, 36: 661.41 },
      tempo: { 6: 186.46, 9: 235.12, 12: 282.34, 15: 325.7, 18: 371.17, 30: 559.41, 36: 658.78 },
    }),
  },
  {
    from: '2026-02-01',
    source:
      'github JC144/EDF_Simulateur_Prix@f7f4919 and JoeKab9/airzone@a16a4ab (two copies of the EDF price sheet of 2026-02-01); base kulturegeek.fr 2026-02-02; CRE Option_Base.csv rows 01/02/2026 0.19398 (6 kVA) and 0.19266 (9 kVA) quoted in public repositories',
    ...published,
    base: [
      [0.19398, null, 6],
      [0.19266, 9],
    ],
    hphc: [0.2065, 0.1579],
    tempo: { blue: [0.1612, 0.1325], white: [0.1871, 0.1499], red: [0.706, 0.1575] },
    subscriptions: {
      base: { 3: 12.03, 6: 15.65, 9: 19.56, 12: 23.32, 15: 26.84, 18: 30.49, 24: 38.24, 30: 45.37, 36: 52.54 },
      hphc: { 6: 15.65, 9: 19.56, 12: 23.32, 15: 26.84, 18: 30.49, 24: 38.24, 30: 45.37, 36: 52.54 },
      tempo: { 6: 15.59, 9: 19.38, 12: 23.07, 15: 26.47, 18: 30.04, 30: 44.73, 36: 52.42 },
    },
  },
  {
    from: '2026-08-01',
    source:
      'github thomasissa-png/Tempo site_facts.py (arrêté du 29 juillet 2026, ECOR2619295S, JO no 0177 du 31 juillet 2026) and articles/tempo-vs-heures-creuses-edf-bleu.md (2026-08-09); github FunFR/EDF_Simulateur_Prix (EDF price sheet of 2026-08-01); base also in a third public table, which cites CRE délibération no 2026-147',
    certainty: 'unconfirmed',
    note: 'Des sources secondaires, d’accord entre elles ; une seule donne les abonnements. À vérifier avec les données ouvertes de la CRE.',
    base: [
      [0.2001, null, 6],
      [0.1985, 9],
    ],
    hphc: [0.2142, 0.1589],
    tempo: { blue: [0.1654, 0.1356], white: [0.1921, 0.1536], red: [0.7295, 0.1615] },
    subscriptions: {
      base: { 3: 12.13, 6: 15.86, 9: 19.88, 12: 23.76, 15: 27.4, 18: 31.14, 24: 39.14, 30: 46.47, 36: 53.88 },
      hphc: { 6: 15.86, 9: 19.88, 12: 23.76, 15: 27.4, 18: 31.14, 24: 39.14, 30: 46.47, 36: 53.88 },
      tempo: { 6: 15.8, 9: 19.7, 12: 23.5, 15: 27.01, 18: 30.69, 30: 45.82, 36: 53.76 },
    },
  },
]
