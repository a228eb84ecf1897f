/** What a file says about all rows of a block, or a row about itself; texts as the file has them, empty if it says nothing. */
export type Facts = {
  meter: string
  /** Kind of data: `Courbe de charge`, `Consommation Quotidienne`, … */
  type: string
  from: string
  to: string
  physical: string
  business: string
  stage: string
  nature: string
  unit: string
  step: string
}

export type FactName = keyof Facts

export const factNames: readonly FactName[] = [
  'meter',
  'type',
  'from',
  'to',
  'physical',
  'business',
  'stage',
  'nature',
  'unit',
  'step',
]

export const noFacts: Readonly<Facts> = {
  meter: '',
  type: '',
  from: '',
  to: '',
  physical: '',
  business: '',
  stage: '',
  nature: '',
  unit: '',
  step: '',
}

/** Headings of facts, normalised. A dot stands for an accented letter, and for what a wrong encoding makes of it. */
const patterns: readonly [FactName, RegExp][] = [
  [
    'meter',
    /^(identifiant (prm|pdl)|(numero (de )?)?(prm|pdl)|idprm|point r.{1,3}f.{1,3}rence mesure.*|usage point id)$/,
  ],
  ['type', /^type de (donn.{1,3}es?|comptage|mesure)$/],
  ['from', /^date de d.{1,3}but$/],
  ['to', /^date de fin$/],
  ['physical', /^grandeur physique$/],
  ['business', /^grandeur m.{1,3}tier$/],
  ['stage', /^([e.]|\S{1,3})tape m.{1,3}tier$|^statut demand.{1,3}$/],
  ['nature', /^(nature.*|statut de la mesure)$/],
  ['unit', /^unit.{0,3}$/],
  ['step', /^pas( en minutes| de temps)?$/],
]

/** The fact that a normalised heading names, null if it names none. */
export function findFact(name: string): FactName | null {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

/** Positions of the facts among normalised headings. */
export function findFactColumns(names: readonly string[]): Partial<Record<FactName, number>> {
  const columns: Partial<Record<FactName, number>> = {}
  for (const [index, name] of names.entries()) {
    const fact = findFact(name)
    if (fact !== null) columns[fact] ??= index
  }
  return columns
}
