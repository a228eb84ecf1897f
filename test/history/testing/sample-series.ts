import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { toGlobalScore } from '@hexawatt/shared/methodology/score/composite'

/** A raw point as it is stored, in the test's own words. */
export type SamplePoint = {
  atMs: number
  price: number
  carbon: number
  grid: number
  adequacy: number
  confidence: number
  globalScore: number
  carbonSlotStartMs: number | null
  production: number | null
  consumption: number | null
  lowCarbon: number | null
  spotPrice: number | null
  /** Score, carbon, confidence, consumption; the last is null exactly without a consumption value. */
  versions: [number, number, number, number | null]
  /** Dimensions that were known, since version 2 of the score; all of them where a test does not say it. */
  known?: readonly Dimension[]
  /** `backfilled` where a test does not say it. */
  provenance?: 'live' | 'backfilled'
  /** Availability of the feeds when it was computed; all of them were on time where a test does not say it. */
  phi?: Partial<Record<FeedId, number>>
}

const tenMinutesMs = 600_000
const hourMs = 3_600_000

/** Both clock changes of Europe and of Lord Howe, and a long time without any point between them. */
const stretches = [
  ['2025-03-27T07:40:00Z', '2025-04-08T11:20:00Z'],
  ['2025-10-02T00:00:00Z', '2025-11-03T18:30:00Z'],
] as const
/** A day and more without a point, in the middle of a stretch. */
const hole = ['2025-10-12T03:20:00Z', '2025-10-13T15:50:00Z'].map(Date.parse)
/** From here on another version of the score, in the middle of an hour. */
const secondVersionFromMs = Date.parse('2025-10-20T10:30:00Z')

/** From here on points are live, in the middle of an hour; one of seven in turn was missed and filled. */
const liveFromMs = Date.parse('2025-10-17T08:20:00Z')
const filledEveryMs = 7 * 600_000

/** Numbers from 0 to 1, the same in every run. */
function createDraws(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A series with all that history knows: holes, points without carbon or consumption, two sets of versions within an hour. */
export function sampleSeries(): SamplePoint[] {
  const draw = createDraws(20_251_026)
  const points: SamplePoint[] = []
  for (const [from, to] of stretches) {
    for (let atMs = Date.parse(from); atMs < Date.parse(to); atMs += tenMinutesMs) {
      const point = samplePoint(atMs, draw)
      const [holeFrom = 0, holeTo = 0] = hole
      if (draw() > 0.04 && !(atMs >= holeFrom && atMs < holeTo)) points.push(point)
    }
  }
  return points
}

function samplePoint(atMs: number, draw: () => number): SamplePoint {
  const hasCarbon = draw() < 0.9
  const hasConsumption = hasCarbon && draw() < 0.85
  const tenths = { price: score(draw), carbon: score(draw), grid: score(draw), adequacy: score(draw) }
  const version = atMs >= secondVersionFromMs ? 2 : 1
  const scored = { ...tenths, versions: [version, 1, 1, hasConsumption ? 1 : null] as SamplePoint['versions'] }
  const known = version === 2 ? { known: knownInTurn(atMs) } : {}
  return {
    atMs,
    ...scored,
    ...known,
    confidence: Math.round(100 * draw()),
    globalScore: toGlobalScore(slowComposite([{ ...scored, ...known }], nationalWeights)),
    carbonSlotStartMs: hasCarbon ? Math.floor(atMs / hourMs) * hourMs - 2 * hourMs : null,
    production: hasCarbon ? amount(draw, 40) : null,
    consumption: hasConsumption ? amount(draw, 40) : null,
    lowCarbon: hasCarbon ? amount(draw, 100) : null,
    spotPrice: draw() < 0.95 ? amount(draw, 200) - 50 : null,
    provenance: atMs >= liveFromMs && atMs % filledEveryMs !== 0 ? 'live' : 'backfilled',
  }
}

/** Sets of known dimensions take turns every 50 minutes, so that most hours have two. */
function knownInTurn(atMs: number): readonly Dimension[] {
  const turn = Math.floor(atMs / (5 * tenMinutesMs)) % 16
  return dimensions.filter((_, index) => (turn & (1 << index)) !== 0)
}

/**
 * The definition of the composite, a second time: the mean over some points of the weighted mean of their sub-scores, or by version 1 of the weighted
 * sum. Since version 2 estimated dimensions do not count where the known ones carry at least half of the weight.
 */
export function slowComposite(
  points: readonly Pick<SamplePoint, Dimension | 'versions' | 'known'>[],
  weights: ScoreWeights,
): number {
  const composites = points.map((point) => {
    const isOfVersion1 = point.versions[0] === 1
    const sum = (names: readonly Dimension[], of: (name: Dimension) => number) =>
      names.reduce((total, name) => total + of(name), 0)
    const ofKnown = sum(point.known ?? dimensions, (name) => weights[name])
    const isEnough = ofKnown >= sum(dimensions, (name) => weights[name]) / 2 - 1e-9
    const counted = isOfVersion1 || !isEnough ? dimensions : (point.known ?? dimensions)
    const weighted = sum(counted, (name) => (weights[name] * point[name]) / 10)
    return isOfVersion1 ? weighted : weighted / sum(counted, (name) => weights[name])
  })
  // Sums of binary numbers are off by some 10⁻¹⁴: cut off before a half is looked for.
  return roundHalfAwayFromZero(composites.reduce((total, composite) => total + composite, 0) / points.length, 9)
}

/** Whole tenths; mostly of the upper half, so that Optimal is neither always nor never. */
const score = (draw: () => number): number => Math.round(1_000 * Math.sqrt(draw()))

/** Every third amount ends on a half of a hundredth, where rounding is decided. */
function amount(draw: () => number, most: number): number {
  const value = most * draw()
  return draw() < 1 / 3 ? Number(`${value.toFixed(2)}5`) : value
}

/** A point whose four sub-scores are the same, so that its score is known without a calculation. */
export function flatPoint(at: string, tenths: number): SamplePoint {
  const atMs = Date.parse(at)
  return {
    atMs,
    price: tenths,
    carbon: tenths,
    grid: tenths,
    adequacy: tenths,
    confidence: 90,
    globalScore: Math.round(tenths / 10),
    carbonSlotStartMs: Math.floor(atMs / hourMs) * hourMs - 2 * hourMs,
    production: 20,
    consumption: 22.5,
    lowCarbon: 95,
    spotPrice: 40,
    versions: [1, 1, 1, 1],
  }
}
