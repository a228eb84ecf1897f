const nameWidth = 34

/** Prints one line of the report: measurement and target. */
export function printLine(name: string, measured: string, target: string): void {
  console.log(`  ${name.padEnd(nameWidth)} ${measured.padEnd(44)} ${target}`)
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`

export const times = (value: number): string => `${value.toFixed(2)} ×`
