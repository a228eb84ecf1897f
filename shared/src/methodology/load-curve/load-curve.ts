// A load curve as people hold it in their hands: a file of their meter, their supplier or their home automation.

/** What kind of file a load curve was read from. */
export type LoadCurveKind =
  /** The customer account of Enedis, older and newer form, CSV or XLSX. */
  | 'enedis-customer'
  /** What Enedis gives to professionals (SGE, flows R63 and M023), CSV or JSON. */
  | 'enedis-professional'
  /** A supplier's file, or any other table of dates with energy or power. */
  | 'supplier'
  /** Statistics of Home Assistant. */
  | 'home-assistant'

/** Something that the reader of a statement must know about the file: a code, and the figures of its sentence. The texts are in `texts/`. */
export type Remark = { code: RemarkCode; values: Record<string, string | number> }

export type RemarkCode =
  /** The file does not say whether a time stamp is the end or the start of its step: `side`, `end` or `start`, was assumed. */
  | 'side-assumed'
  /** The file does not state the step: `minutes` is the most frequent difference between two time stamps. */
  | 'step-derived'
  /** The file does not state the unit: `unit` was assumed. */
  | 'unit-assumed'
  /** Times without offset were read as clock time in mainland France. */
  | 'clock-time-assumed'
  /** `rows` without a value: gaps, not zeros. */
  | 'empty-values'
  /** `rows` repeat an instant: corrected before completed before raw, else the first of them. */
  | 'repeated-instants'
  /** `rows` overlap an earlier step and are left out. */
  | 'overlapping-steps'
  /** `rows` of the hour that autumn has twice, whose order does not tell which of the two they are, are left out. */
  | 'ambiguous-hour'
  /** `rows` name a time that the clock skips in spring, and are left out. */
  | 'skipped-hour'
  /** `rows` begin or end at an odd instant, not at a full step, and are left out. */
  | 'odd-instants'
  /** `rows` such as 1.234 W were read as 1234: the others are whole numbers below 1000. */
  | 'grouped-thousands'
  /** `rows` cannot be read and are left out. */
  | 'unreadable-rows'
  /** `rows` with negative values are left out. */
  | 'negative-values'
  /** `rows` of other quantities (apparent or reactive power, voltage) are left out. */
  | 'other-quantities'
  /** `rows` of energy fed into the grid are summed apart. */
  | 'injection-apart'
  /** Energy fed into the grid cannot be summed: its step is not known, or it has values of days. */
  | 'injection-unknown'

/** Consumption in steps, ascending and without overlap; a gap is a step that is not there. It never has the identifier of the meter. */
export type LoadCurve = {
  kind: LoadCurveKind
  /** Start of each step, ms since the epoch. */
  startsMs: Float64Array
  /** Length of each step. */
  minutes: Uint16Array
  /** Energy drawn from the grid in each step. */
  energyKwh: Float64Array
  /** First instant of the period that the file itself states, ms since the epoch; null if it states none. */
  fromMs: number | null
  /** First instant after that period. */
  toMs: number | null
  /** Energy fed into the grid over the whole file; null if the file has none. */
  injectedKwh: number | null
  remarks: Remark[]
}

export type RefusalCode =
  /** `megabytes` are more than `atMost`. */
  | 'file-too-large'
  /** More than `atMost` rows. */
  | 'too-many-rows'
  | 'empty-file'
  /** One value a day, or its meter readings: hourly recording is off, or another file was chosen. */
  | 'daily-values'
  /** The greatest power of each day. */
  | 'daily-maximum-power'
  /** Readings of the meter (index), not a curve. */
  | 'meter-readings'
  /** `meters` different meters in one file. */
  | 'several-meters'
  /** Only energy fed into the grid. */
  | 'injection-only'
  /** Only apparent or reactive power, or voltage. */
  | 'no-active-power'
  /** The unit `unit` is not W, kW, MW, Wh, kWh or MWh. */
  | 'unknown-unit'
  /** `columns` of a table could be the consumption. */
  | 'several-columns'
  /** The layout is known, but no row has a value. */
  | 'no-values'
  /** No time stamp of the table can be read, or they have the month before the day: `seen` is the first of them. */
  | 'unreadable-dates'
  /** Too few rows to know their step. */
  | 'step-unknown'
  /** No step begins at a full step of the clock. */
  | 'odd-steps'
  /** A workbook that is broken, encrypted, or inflates beyond `atMostMegabytes`. */
  | 'workbook-damaged'
  | 'workbook-encrypted'
  | 'workbook-too-large'
  /** A workbook that declares entities or refers to other files. */
  | 'workbook-unsafe'
  /** Anything else; `seems` says what the file seems to be. */
  | 'not-a-load-curve'

/** What a file seems to be that is no load curve. */
export type SeemingFile =
  | 'pdf'
  | 'image'
  | 'zip'
  | 'archive'
  | 'old-workbook'
  | 'open-document'
  | 'document'
  | 'web-page'
  | 'xml'
  | 'json'
  | 'home-assistant-history'
  | 'table'
  | 'text'
  | 'binary'

/** Why a file is no load curve: a code, and the figures of its sentence. The texts are in `texts/`. */
export class LoadCurveRefusal extends Error {
  readonly code: RefusalCode
  readonly values: Record<string, string | number>

  constructor(code: RefusalCode, values: Record<string, string | number> = {}) {
    super(`no load curve: ${code}`)
    this.name = 'LoadCurveRefusal'
    this.code = code
    this.values = values
  }
}
