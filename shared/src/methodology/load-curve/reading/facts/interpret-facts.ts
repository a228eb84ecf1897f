import type { RefusalCode } from '../../load-curve.ts'
import { stages } from '../steps/collect-rows.ts'
import type { Facts } from './block-facts.ts'
import { findUnit, normaliseName } from './column-names.ts'

/** What the facts of a row mean for its value. */
export type Interpretation = {
  /** Why the row is no part of a load curve; null if it is one. */
  refusal: RefusalCode | null
  /** True for a quantity that is neither active power nor active energy. */
  isOther: boolean
  /** Unit that is not known; empty if it is, or if the file states none. */
  unknownUnit: string
  hasUnit: boolean
  /** Normalised unit; empty if it is not known. */
  unit: string
  isPower: boolean
  /** Units of the file in one kW or kWh: a division by 1000 is exact where a multiplication by 0.001 is not. */
  divisor: number
  isInjected: boolean
  stage: number
  /** 0 if the step is not stated. */
  minutes: number
}

const units: Record<string, { isPower: boolean; divisor: number }> = {
  w: { isPower: true, divisor: 1000 },
  kw: { isPower: true, divisor: 1 },
  mw: { isPower: true, divisor: 0.001 },
  wh: { isPower: false, divisor: 1000 },
  kwh: { isPower: false, divisor: 1 },
  mwh: { isPower: false, divisor: 0.001 },
}

/** Apparent and reactive power, voltage, power factor. */
const otherUnits = /^([km]?(va|varh?|wr)|k?v|a|cos ?phi)$/
const activePower =
  /^(pa|ea|(puissance|energie)( active)?( (soutiree|injectee|consommee|produite))?|consommation|production)$/

/** Minutes of `PT30M`, `PT1H`, `P1D`, `30` or `30 min`; 0 if the text is none of them. */
export function parseStep(text: string): number {
  const match = /^\s*(?:P(?:(\d{1,2})D)?(?:T(?:(\d{1,2})H)?(?:(\d{1,4})M)?)?|(\d{1,4})\s*(?:min(?:utes?)?)?)\s*$/i.exec(
    text,
  )
  if (!match) return 0
  const [, days = 0, hours = 0, minutes = 0, plain = 0] = match
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes) + Number(plain)
}

/** Refusal for data that are no load curve, from the words that the file has for them. */
export function findRefusedType(text: string): RefusalCode | null {
  if (/courbe|puissance moyenne/.test(text)) return null
  if (/puissances? max|pmax|^pma$/.test(text)) return 'daily-maximum-power'
  if (/\bindex\b|arr.{1,3}t.{1,3} quotidien/.test(text)) return 'meter-readings'
  if (/quotidien|journali|mensuel|par (jour|mois)|annuel/.test(text)) return 'daily-values'
  return null
}

function readStage(facts: Facts): number {
  const text = normaliseName(facts.stage)
  const nature = normaliseName(facts.nature)
  // BEST is the best known value: the corrected one where there is one.
  if (/corrig|^best$/.test(text) || /^c$|corrig/.test(nature)) return stages.corrected
  return /complet/.test(text) ? stages.completed : stages.raw
}

const injectionWords = /^(prod|inj)|production|injection/

/** Reads what the facts of a block or row mean. */
export function interpretFacts(facts: Facts): Interpretation {
  const type = normaliseName(facts.type)
  const physical = normaliseName(facts.physical)
  const business = normaliseName(facts.business)
  const unitName = normaliseName(facts.unit)
  const knownUnit = units[unitName] === undefined ? findUnit(unitName) : unitName
  const unit = units[knownUnit]
  return {
    refusal: findRefusedType(type) ?? findRefusedType(physical),
    isOther: otherUnits.test(unitName) || (physical !== '' && !activePower.test(physical)),
    unknownUnit: unit === undefined ? facts.unit.trim() : '',
    hasUnit: unit !== undefined,
    unit: unit === undefined ? '' : knownUnit,
    isPower: unit?.isPower ?? true,
    divisor: unit?.divisor ?? 1000,
    isInjected: injectionWords.test(business === '' ? type : business),
    stage: readStage(facts),
    minutes: parseStep(facts.step),
  }
}
