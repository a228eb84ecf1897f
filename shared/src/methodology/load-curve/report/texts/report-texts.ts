import type { IntensityKind } from '../../statement/statement.ts'

/** `needs-off-peak`: contracts that need the off-peak hours of the customer; the others: what the market price is counted without. */
export type ContractNote = {
  code: 'needs-off-peak' | 'spot-without-adder' | 'spot-without-vat'
  values: Record<string, string>
}

/** Words of a statement in one language. Numbers and dates in them are already written for a person. */
export type ReportTexts = {
  /** With the space before it. */
  colon: string
  semicolon: string
  title: string
  /** Explanation of the three intensities: the emissions that each counts, and its scope. */
  boundaries: string
  /** Heads of the columns of emissions. */
  intensityHeads: Record<IntensityKind, string>
  /** Banners of data that were not measured. */
  dataModes: Record<'demo' | 'replay', string>
  month: string
  total: string
  covered: string
  period: string
  periodOf: (from: string, to: string) => string
  hours: string
  hoursOf: (covered: string, all: string, percent: string) => string
  energy: string
  injectedOf: (kwh: string) => string
  emissions: string
  /** Mean intensity of the consumption, and of the grid over the same hours. */
  intensityOf: (mean: string, grid: string) => string
  /** Heads of the table of emissions. */
  boundary: string
  meanIntensity: string
  gridIntensity: string
  knownShare: string
  contract: string
  cost: string
  difference: string
  monthlyTable: string
  yearlyTable: string
  /** Legend of `*` at a contract. */
  energyOnlyMark: string
  /** Legend of an amount in brackets. */
  partialAmounts: string
  costs: string
  withSubscription: string
  energyOnly: string
  /** `difference` has its sign. */
  differenceOf: (difference: string) => string
  comparedOf: (kwh: string, percent: string) => string
  /** Heading of the sentences on break-evens and moved loads. */
  advice: string
  /** By their codes, on contracts that are named by their keys. */
  notes: Record<ContractNote['code'], (contracts: string) => string>
  remarks: string
  moreRemarksOf: (count: string) => string
  noneKnown: string
  storedMonthsOf: (months: string, since: string) => string
  methodology: string
  versions: string
  versionsOf: (carbon: string, consumption: string, hours: string) => string
  statementVersionOf: (version: string) => string
  sources: string
  sourceKinds: Readonly<Record<string, string>>
  noLicence: string
  proof: string
  fileName: string
  fileSize: (bytes: string) => string
  tool: string
  date: string
  dateOf: (moment: string) => string
  address: string
  command: string
  filedSpace: string
}
