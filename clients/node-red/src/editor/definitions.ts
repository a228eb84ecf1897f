// A script of the editor's page, not a part of the runtime.
export {}

/** A node as the editor defines it. */
type EditorNode = { name?: string; address?: string; type: string; _(key: string): string }

/** A property: its default value, and whether an input is valid. */
type Property = {
  value: string
  required?: boolean
  type?: string
  validate?: (value: unknown) => boolean
}

type Definition = {
  category: string
  defaults: Record<string, Property>
  credentials?: Record<string, { type: 'password' }>
  color?: string
  icon?: string
  inputs?: number
  outputs?: number
  outputLabels?: (this: EditorNode, index: number) => string
  label: (this: EditorNode) => string
  labelStyle?: (this: EditorNode) => string
  oneditprepare?: () => void
}

type Field = {
  val(): unknown
  on(event: 'change', run: () => void): Field
  closest(selector: string): Field
  toggle(isShown: boolean): Field
}

/** The part of Node-RED's editor that the definitions use. */
type Editor = { nodes: { registerType(type: string, definition: Definition): void } }

// The globals of the editor's page.
declare const RED: Editor
declare const $: (selector: string) => Field

/** Accepts an empty field, and a number from `min` to `max` with a point or a comma. */
function numberOrNothing(min: number, max: number): (value: unknown) => boolean {
  return (value) => {
    const text = String(value ?? '').trim()
    const number = Number(text.replace(',', '.'))
    return text === '' || (number >= min && number <= max)
  }
}
const optional = (min: number, max: number, value = ''): Property => ({ value, validate: numberOrNothing(min, max) })

/** Longest pause between two requests: a day, minutes. */
const maxPauseMinutes = 1_440
const server: Property = { value: '', type: 'hexawatt server', required: true }
const name: Property = { value: '' }

const palette = {
  category: 'hexawatt',
  color: '#E9D28B',
  inputs: 1,
  label(this: EditorNode): string {
    return this.name || this.type
  },
  labelStyle(this: EditorNode): string {
    return this.name ? 'node_label_italic' : ''
  },
}

/** Shows the fields of a form only while the tariff needs them: the API refuses them with other tariffs. */
function showFieldsOfTariff(prefix: string, isNeeded: Readonly<Record<string, (tariff: string) => boolean>>): void {
  const tariff = $(`#${prefix}-tariff`)
  const show = (): void => {
    for (const [field, isNeededWith] of Object.entries(isNeeded)) {
      $(`#${prefix}-${field}`)
        .closest('.form-row')
        .toggle(isNeededWith(String(tariff.val() ?? '').trim()))
    }
  }
  tariff.on('change', show)
  show()
}

const isSpot = (tariff: string): boolean => tariff === 'spot'
/** Shown for every contract: the editor does not know the price table, so that the API says which values a contract takes. */
const isOfTable = (tariff: string): boolean => tariff !== '' && !isSpot(tariff)
const hasOwnHours = (tariff: string): boolean => isOfTable(tariff) && tariff !== 'base'

RED.nodes.registerType('hexawatt server', {
  category: 'config',
  defaults: {
    name,
    address: {
      value: 'http://localhost:8080',
      required: true,
      validate: (value) => /^(https?:\/\/|\$\{)/.test(String(value)),
    },
    tariff: { value: '' },
    subscribedKva: optional(1, 36),
    offPeak: { value: '' },
    offPeakSummer: { value: '' },
    offPeakWinter: { value: '' },
    adder: { value: '' },
    vatPercent: optional(0, 100),
  },
  credentials: { apiKey: { type: 'password' } },
  label() {
    return this.name || this.address || this.type
  },
  oneditprepare: () =>
    showFieldsOfTariff('node-config-input', {
      ...{ subscribedKva: isOfTable, offPeak: hasOwnHours, offPeakSummer: hasOwnHours, offPeakWinter: hasOwnHours },
      ...{ adder: isSpot, vatPercent: isSpot },
    }),
})

RED.nodes.registerType('hexawatt outlook', {
  ...palette,
  icon: 'font-awesome/fa-line-chart',
  outputs: 1,
  defaults: {
    name,
    server,
    hours: optional(1, 72, '24'),
    resolution: { value: '1h' },
    everyMinutes: optional(0, maxPauseMinutes),
  },
})

RED.nodes.registerType('hexawatt plan', {
  ...palette,
  icon: 'font-awesome/fa-calendar-check-o',
  outputs: 2,
  outputLabels(index) {
    return this._(index === 0 ? 'editor.planOutput' : 'editor.switchOutput')
  },
  defaults: {
    name,
    server,
    energyKWh: optional(0, 1_000_000),
    powerKW: optional(0, 1_000_000),
    durationMinutes: optional(0, 2_880, '120'),
    by: { value: '' },
    quiet: { value: '' },
    segments: optional(1, 8, '1'),
    objective: { value: 'cost' },
    tariff: { value: '' },
    offPeak: { value: '' },
    subscribedKva: optional(1, 36),
  },
  oneditprepare: () =>
    showFieldsOfTariff('node-input', { offPeak: (tariff) => tariff === 'hphc', subscribedKva: isOfTable }),
})

RED.nodes.registerType('hexawatt when good', {
  ...palette,
  icon: 'font-awesome/fa-leaf',
  outputs: 1,
  defaults: {
    name,
    server,
    quantity: { value: 'score' },
    threshold: { ...optional(-10_000, 10_000, '70'), required: true },
    hysteresis: optional(0, 10_000, '5'),
    everyMinutes: optional(1, maxPauseMinutes, '10'),
  },
})
