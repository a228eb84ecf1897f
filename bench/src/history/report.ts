const nameWidth = 34

/** One line of the report: what was measured, and what it should be. */
export function printLine(name: string, measured: string, target: string): void {
  console.log(`  ${name.padEnd(nameWidth)} ${measured.padEnd(44)} ${target}`)
}

/** Milliseconds as they are printed. */
export const ms = (value: number): string => `${value.toFixed(1)} ms`

/** A ratio as it is printed. */
export const times = (value: number): string => `${value.toFixed(2)} ×`
