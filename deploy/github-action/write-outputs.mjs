// Prints the outputs of the GitHub Action (action.yml) for a plan: `hexawatt plan --json > FILE`, then `node write-outputs.mjs FILE >> $GITHUB_OUTPUT`.
// Unknown values are empty. The load has 1 kW, so grams of the plan are divided by its energy to be per kWh.
import { readFileSync } from 'node:fs'

const { plan, savings, worthWaiting } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const start = plan.segments[0].start
const saved = savings.vsNow

/** A number with at most two decimals; empty for an unknown value. */
const write = (value) => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : '')
const perKwh = (grams) => (typeof grams === 'number' ? grams / plan.energyKWh : null)

const outputs = {
  start,
  end: plan.segments.at(-1).end,
  'should-wait': String(worthWaiting === true),
  'wait-seconds': String(Math.max(0, Math.ceil((Date.parse(start) - Date.now()) / 1000))),
  grams: write(plan.carbon?.gCo2PerKwh),
  'saving-grams': write(perKwh(saved?.gCo2eq)),
  'saving-percent': write(saved?.pct),
}
for (const [name, value] of Object.entries(outputs)) console.log(`${name}=${value}`)
