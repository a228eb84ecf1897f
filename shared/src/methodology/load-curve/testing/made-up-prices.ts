import type { PlainPrices } from './independent/plain-prices.ts'

/** Invented prices that change three times in 2024, twice in the middle of a month. */
export const madeUpPrices: readonly PlainPrices[] = [
  {
    from: '2023-08-01',
    base: 0.2276,
    hphc: { peak: 0.246, offPeak: 0.1828 },
    tempo: {
      blue: { peak: 0.1369, offPeak: 0.1056 },
      white: { peak: 0.1654, offPeak: 0.1246 },
      red: { peak: 0.7324, offPeak: 0.1328 },
    },
    monthly: { base: 12.44, hphc: 12.85, tempo: 12.8 },
  },
  {
    from: '2024-02-17',
    base: 0.2516,
    hphc: { peak: 0.27, offPeak: 0.2068 },
    tempo: {
      blue: { peak: 0.1609, offPeak: 0.1296 },
      white: { peak: 0.1894, offPeak: 0.1486 },
      red: { peak: 0.7562, offPeak: 0.1568 },
    },
    monthly: { base: 12.6, hphc: 13.01, tempo: 12.96 },
  },
  {
    from: '2024-08-01',
    base: 0.24035,
    hphc: { peak: 0.26123, offPeak: 0.19987 },
    tempo: {
      blue: { peak: 0.1552, offPeak: 0.1288 },
      white: { peak: 0.1792, offPeak: 0.1447 },
      red: { peak: 0.6586, offPeak: 0.1518 },
    },
    monthly: { base: 12.6, hphc: 13.01, tempo: 12.96 },
  },
  {
    from: '2024-11-12',
    base: 0.2016,
    hphc: { peak: 0.2146, offPeak: 0.1696 },
    tempo: {
      blue: { peak: 0.1494, offPeak: 0.1232 },
      white: { peak: 0.173, offPeak: 0.1391 },
      red: { peak: 0.6468, offPeak: 0.146 },
    },
    monthly: { base: 11.73, hphc: 12.13, tempo: 11.99 },
  },
]
