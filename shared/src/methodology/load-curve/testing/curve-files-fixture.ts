import { hourMs, minuteMs } from '../../../time/instant.ts'
import { computeParisOffsetMs } from '../../../time/paris-clock.ts'

/** A made-up curve: mean power of consecutive steps; null is a gap. */
export type MadeUpCurve = {
  /** Start of the first step, ms since the epoch. */
  startMs: number
  minutes: number
  powerW: readonly (number | null)[]
}

/** Identifier of no meter. */
export const madeUpMeter = '00000000000000'

const pad = (value: number): string => String(value).padStart(2, '0')

/** `2026-01-31T00:30:00` on the clock in mainland France. */
export const toClockText = (atMs: number): string =>
  new Date(atMs + computeParisOffsetMs(atMs)).toISOString().slice(0, 19)

/** The same with its offset. */
export const toOffsetText = (atMs: number): string =>
  `${toClockText(atMs)}+${pad(computeParisOffsetMs(atMs) / hourMs)}:00`

const toFrenchDate = (atMs: number): string => toClockText(atMs).slice(0, 10).split('-').reverse().join('/')

/** End of the last step. */
const findEndMs = (curve: MadeUpCurve): number => curve.startMs + curve.powerW.length * curve.minutes * minuteMs

/** Rows of a curve, one per step. */
function mapSteps<Row>(
  curve: MadeUpCurve,
  toRow: (step: { startMs: number; endMs: number; value: string; index: number }) => Row,
): Row[] {
  const stepMs = curve.minutes * minuteMs
  return curve.powerW.map((power, index) => {
    const startMs = curve.startMs + index * stepMs
    return toRow({ startMs, endMs: startMs + stepMs, value: power === null ? '' : String(power), index })
  })
}

/** Writes a curve as a file of the customer account of Enedis in its older form: stamps at the end of the steps, mean power in W. */
export function writeCustomerFile(
  curve: MadeUpCurve,
  { meter = madeUpMeter, business = 'Consommation', type = 'Courbe de charge' } = {},
): string {
  const period = `${toFrenchDate(curve.startMs)};${toFrenchDate(findEndMs(curve) - 1)}`
  return [
    'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
    `${meter};${type};${period};Energie active;${business};Comptage Brut;W;`,
    'Horodate;Valeur',
    ...mapSteps(curve, ({ endMs, value }) => `${toOffsetText(endMs)};${value}`),
  ].join('\r\n')
}

/** Writes a curve in the newer form: facts as pairs in one line. */
export function writeNewerCustomerFile(curve: MadeUpCurve, { meter = madeUpMeter } = {}): string {
  return [
    `Identifiant PRM;${meter};Type de donnees;Courbe de charge;`,
    'horodate ISO fin de pas;puissance moyenne (W)',
    ...mapSteps(curve, ({ endMs, value }) => `${toOffsetText(endMs)};${value}`),
  ].join('\n')
}

export const professionalHeadings =
  'Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;Etape métier;Unité;Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire'

/** Writes a curve as Enedis gives it to professionals (flow R63): local times without offset, the step in every row. */
export function writeProfessionalFile(
  curve: MadeUpCurve,
  {
    meter = madeUpMeter,
    business = 'CONS',
    physical = 'PA',
    unit = 'W',
    stage = 'BRUT',
    side = 'end' as 'start' | 'end',
    headings = professionalHeadings,
  } = {},
): string {
  const toText = (atMs: number) => toClockText(atMs).replace('T', ' ')
  const period = `${toText(curve.startMs)};${toText(findEndMs(curve))}`
  const rows = mapSteps(curve, ({ startMs, endMs, value }) => {
    const stamp = toText(side === 'end' ? endMs : startMs)
    return `${meter};${period};${physical};${business};${stage};${unit};${stamp};${value};B;PT${curve.minutes}M;0;0`
  })
  return [headings, ...rows].join('\n')
}

/** Writes a curve as a supplier does: start of the step on the clock, and energy in kWh with a decimal comma. */
export function writeSupplierFile(curve: MadeUpCurve): string {
  const rows = mapSteps(curve, ({ startMs, value }) => {
    const energyKwh = value === '' ? '' : String((Number(value) * curve.minutes) / 60_000).replace('.', ',')
    return `${toClockText(startMs).replace('T', ' ')};${energyKwh}`
  })
  return ['date;kWh', ...rows].join('\n')
}

/** A curve of half-hours or hours with a daily rhythm, made by arithmetic. */
export function makeUpCurve(startMs: number, days: number, minutes = 30): MadeUpCurve {
  const stepsPerDay = 1440 / minutes
  const powerW = Array.from({ length: days * stepsPerDay }, (_, index) => {
    const hour = ((index % stepsPerDay) * minutes) / 60
    return Math.round(300 + 900 * Math.exp(-((hour - 19) ** 2) / 8) + ((index * 37) % 211))
  })
  return { startMs, minutes, powerW }
}
