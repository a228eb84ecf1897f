import * as v from 'valibot'

/** The database writes numbers, or texts with a decimal comma and an exponent, depending on the export. */
const DecimalNumber = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(
    v.string(),
    v.regex(/^-?\d+([.,]\d+)?([eE][+-]?\d+)?$/),
    v.transform((text) => Number(text.replace(',', '.'))),
  ),
])

const Text = v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')

/** One line of the agency's database; accented column names as the JSON API writes them. Only what is used is read. */
export const FactorLine = v.object({
  Type_Ligne: Text,
  "Identifiant_de_l'élément": Text,
  "Statut_de_l'élément": Text,
  Nom_base_français: Text,
  Nom_attribut_français: Text,
  Nom_frontière_français: Text,
  Code_de_la_catégorie: Text,
  Unité_français: Text,
  Localisation_géographique: Text,
  Date_de_modification: Text,
  Période_de_validité: Text,
  Total_poste_non_décomposé: v.nullish(v.union([DecimalNumber, v.literal('')])),
})
export type FactorLine = v.InferOutput<typeof FactorLine>

/** Requested columns: a whole line is ten times as large. */
export const factorColumns = Object.keys(FactorLine.entries)

/** One page of the `lines` API. */
export const LinesPage = v.object({
  total: v.number(),
  next: v.nullish(v.string()),
  results: v.array(FactorLine),
})
