import { computePairedRatio, describeTarget, judgeRatio, type Target } from '../figures/paired-ratios.ts'

const nameWidth = 38
const measuredWidth = 52

/** Prints one line of the report: measurement and target. */
export function printLine(name: string, measured: string, target = ''): void {
  console.log(`  ${name.padEnd(nameWidth)} ${measured.padEnd(measuredWidth)} ${target}`.trimEnd())
}

/** Prints one line of the report: measurement, target, and whether the value meets it. */
export function printJudged(name: string, measured: string, value: number, target: Target, unit = ''): void {
  printLine(name, measured, `${describeTarget(target)}${unit}: ${judgeRatio(value, target)}`)
}

/**
 * Prints times next to those of a reference, round by round, with a verdict.
 *
 * @param ours times, ms, one per round
 * @param reference its name, and its times of the same rounds
 */
export function printPaired(
  name: string,
  ours: readonly number[],
  reference: { name: string; timesMs: readonly number[] },
  target: Target,
): void {
  const { median, lowest, highest } = computePairedRatio(ours, reference.timesMs)
  const spread = `${lowest.toFixed(2)}–${highest.toFixed(2)}`
  printJudged(name, `${formatFactor(median)} of ${reference.name} (${spread})`, median, target, ' ×')
}

export const formatMs = (value: number): string => `${value.toFixed(1)} ms`

export const formatFactor = (value: number): string => `${value.toFixed(2)} ×`
