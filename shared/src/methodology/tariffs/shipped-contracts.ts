import type { ContractTable, ContractVersion } from '../../contract/planning/contracts.ts'
import { regulatedTerms } from './regulated-contracts.ts'

/** Prices that came into force on one day, EUR/kWh with all taxes: by subscribed power, then peak and off-peak, of the three-colour tariff by colour. */
type PricesOfDay = {
  /** Civil day in Paris. */
  from: string
  source: string
  base: readonly BasePrice[]
  hphc: PeakPrices
  tempo: Readonly<Record<'blue' | 'white' | 'red', PeakPrices>>
  /** What is missing to confirm the prices; absent when they are confirmed. */
  unconfirmed?: string
}
type BasePrice = readonly [all: number, minKva?: number | null, maxKva?: number | null]
type PeakPrices = readonly [peak: number, offPeak: number]

const pricesByDay: readonly PricesOfDay[] = [
  {
    from: '2023-02-01',
    source: 'github JC144/EDF_Simulateur_Prix@493756b (2023-02-02), copied from the EDF Tarif Bleu price sheet',
    base: [[0.2062]],
    hphc: [0.2228, 0.1615],
    tempo: { blue: [0.1249, 0.097], white: [0.1508, 0.114], red: [0.6712, 0.1216] },
  },
  {
    from: '2023-08-01',
    source: 'github JC144/EDF_Simulateur_Prix@cccb8ad (2023-08-16)',
    base: [[0.2276]],
    hphc: [0.246, 0.1828],
    tempo: { blue: [0.1369, 0.1056], white: [0.1654, 0.1246], red: [0.7324, 0.1328] },
  },
  {
    from: '2024-02-01',
    source: 'github JC144/EDF_Simulateur_Prix@6d88062 (2024-02-01); base also igen.fr 2025-02',
    base: [[0.2516]],
    hphc: [0.27, 0.2068],
    tempo: { blue: [0.1609, 0.1296], white: [0.1894, 0.1486], red: [0.7562, 0.1568] },
  },
  {
    from: '2024-11-01',
    source: 'github JC144/EDF_Simulateur_Prix@ff5090f (2024-11-01): kWh unchanged, only the subscription rose',
    base: [[0.2516]],
    hphc: [0.27, 0.2068],
    tempo: { blue: [0.1609, 0.1296], white: [0.1894, 0.1486], red: [0.7562, 0.1568] },
  },
  {
    from: '2025-02-01',
    source: 'github JC144/EDF_Simulateur_Prix@51866da (2025-02-01); base igen.fr 2025-02; base/HPHC soleio.fr',
    base: [[0.2016]],
    hphc: [0.2146, 0.1696],
    tempo: { blue: [0.1552, 0.1288], white: [0.1792, 0.1447], red: [0.6586, 0.1518] },
  },
  {
    from: '2025-08-01',
    source:
      'github JC144/EDF_Simulateur_Prix@dcda64d (2025-10-24; its 2025-08-01 commit still had the old base price); base/HPHC/bleu_HC/rouge_HP also soleio.fr and jechange.fr (2025-08)',
    base: [[0.1952]],
    hphc: [0.2081, 0.1635],
    tempo: { blue: [0.1494, 0.1232], white: [0.173, 0.1391], red: [0.6468, 0.146] },
  },
  {
    from: '2026-02-01',
    source:
      'github JC144/EDF_Simulateur_Prix@f7f4919 (2026-02-01); base kulturegeek.fr 2026-02-02; CRE Option_Base.csv rows 01/02/2026 0.19398 (6 kVA) and 0.19266 (9 kVA) quoted in public repositories',
    base: [
      [0.19398, null, 6],
      [0.19266, 9],
    ],
    hphc: [0.2065, 0.1579],
    tempo: { blue: [0.1612, 0.1325], white: [0.1871, 0.1499], red: [0.706, 0.1575] },
  },
  {
    from: '2026-08-01',
    source:
      'github thomasissa-png/Tempo site_facts.py (arrete du 29 juillet 2026, ECOR2619295S, JO no 0177 du 31 juillet 2026) and articles/tempo-vs-heures-creuses-edf-bleu.md (2026-08-09)',
    base: [[0.2001]],
    hphc: [0.2142, 0.1589],
    tempo: { blue: [0.1654, 0.1356], white: [0.1921, 0.1536], red: [0.7295, 0.1615] },
    unconfirmed:
      'one secondary source, which names no subscribed power for the base price; to be checked against the open data of the regulator (CRE: Option_Base.csv, Option_HPHC.csv, Option_Tempo.csv)',
  },
]

/**
 * Regulated prices of households (tarif bleu) that the product brings along, by contract and day. The files of the regulator replace them as soon as one
 * was read.
 */
export const shippedContracts: readonly ContractVersion[] = (['base', 'hphc', 'tempo'] as const).flatMap((option) =>
  pricesByDay.map((ofDay, index): ContractVersion => {
    const { from, source, unconfirmed = null } = ofDay
    return {
      ...regulatedTerms[option],
      from,
      to: pricesByDay[index + 1]?.from ?? null,
      subscriptions: [],
      prices: toPrices(option, ofDay),
      source,
      certainty: unconfirmed === null ? 'published' : 'unconfirmed',
      note: unconfirmed,
    }
  }),
)

/** The whole table that the product brings along. */
export const shippedTable: ContractTable = { contracts: [...shippedContracts], adders: [] }

function toPrices(option: 'base' | 'hphc' | 'tempo', { base, hphc, tempo }: PricesOfDay): ContractVersion['prices'] {
  if (option === 'base')
    return base.map(([all, minKva = null, maxKva = null]) => ({ minKva, maxKva, eurPerKwh: { all } }))
  const eurPerKwh = option === 'hphc' ? { offPeak: hphc[1], peak: hphc[0] } : toColorPrices(tempo)
  return [{ minKva: null, maxKva: null, eurPerKwh }]
}

function toColorPrices({ blue, white, red }: PricesOfDay['tempo']): Record<string, number> {
  return {
    ...{ blueOffPeak: blue[1], bluePeak: blue[0] },
    ...{ whiteOffPeak: white[1], whitePeak: white[0] },
    ...{ redOffPeak: red[1], redPeak: red[0] },
  }
}
