import { formatIsoSecondsOfMs } from '../../../time/instant.ts'
import { type LoadCurve, LoadCurveRefusal } from '../load-curve.ts'
import { readLoadCurve } from '../reading/read-load-curve.ts'
import { describeRefusal, describeRemark } from '../texts/describe.ts'
import { type ReadingCase, readingCases } from './reading-cases.ts'
import { refusedCases } from './refused-cases.ts'

// Writes `reading-vectors.json`: what every program reads from the same files, with the sentences in English. The rules behind them are stated by hand in
// the tests of `reading/`; the vectors keep other languages equal to them.

const toIsoOrNull = (atMs: number | null): string | null => (atMs === null ? null : formatIsoSecondsOfMs(atMs))

function describeCurve(curve: LoadCurve) {
  return {
    kind: curve.kind,
    from: toIsoOrNull(curve.fromMs),
    to: toIsoOrNull(curve.toMs),
    injectedKwh: curve.injectedKwh,
    /** Start, minutes and kWh of each step. */
    steps: Array.from(
      curve.startsMs,
      (startMs, step) => `${formatIsoSecondsOfMs(startMs)} ${curve.minutes[step]} ${curve.energyKwh[step]}`,
    ),
    remarks: curve.remarks.map((remark) => ({ ...remark, sentence: describeRemark(remark, 'en') })),
  }
}

function toVector({ name, file }: ReadingCase) {
  const isText = typeof file === 'string'
  const input = isText ? { name, text: file } : { name, base64: Buffer.from(file).toString('base64') }
  try {
    return { ...input, curve: describeCurve(readLoadCurve(isText ? new TextEncoder().encode(file) : file)) }
  } catch (error) {
    if (!(error instanceof LoadCurveRefusal)) throw error
    const { code, values } = error
    return { ...input, refusal: { code, values, sentence: describeRefusal(error, 'en') } }
  }
}

/** The vectors of reading. */
export const describeReadingVectors = () => ({ vectors: [...readingCases, ...refusedCases].map(toVector) })

if (import.meta.main) {
  const path = new URL('reading-vectors.json', import.meta.url)
  await Bun.write(path, `${JSON.stringify(describeReadingVectors(), null, 2)}\n`)
}
