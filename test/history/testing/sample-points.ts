import type { SamplePoint } from './sample-series.ts'

/** Points that differ in their instant only, every so many minutes from `from` up to, not including, `to`. */
export function plainPoints(from: string, to: string, everyMinutes = 10): SamplePoint[] {
  const points: SamplePoint[] = []
  for (let atMs = Date.parse(from); atMs < Date.parse(to); atMs += everyMinutes * 60_000) points.push(plainPoint(atMs))
  return points
}

function plainPoint(atMs: number): SamplePoint {
  return {
    atMs,
    price: 623,
    carbon: 801,
    grid: 800,
    adequacy: 402,
    confidence: 97,
    globalScore: 67,
    carbonSlotStartMs: Math.floor(atMs / 3_600_000) * 3_600_000 - 7_200_000,
    production: 21.456,
    consumption: 25.1,
    lowCarbon: 95.8,
    spotPrice: -12.345,
    versions: [1, 1, 1, 1],
  }
}
