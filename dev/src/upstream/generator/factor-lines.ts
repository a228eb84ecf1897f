import { type ElementFacts, factorElements } from '../references/factor-database.ts'
import type { FactorLine } from '../subjects/grid-source.ts'

/** The database's lines as its API writes them: the element first, then its parts. */
export const factorLines: readonly FactorLine[] = factorElements.flatMap((element) => [
  elementLine(element),
  ...(element.parts ?? []).map(([name, kgCo2eqPerKwh]) => ({
    ...elementLine(element),
    Type_Ligne: 'Poste',
    Type_poste: name,
    Total_poste_non_décomposé: kgCo2eqPerKwh,
  })),
])

function elementLine(element: ElementFacts): FactorLine {
  return {
    Type_Ligne: 'Elément',
    "Identifiant_de_l'élément": element.id,
    Structure: element.parts === undefined ? 'élément non décomposé' : 'élément décomposé par poste',
    "Type_de_l'élément": "Facteur d'émission",
    "Statut_de_l'élément": element.status ?? 'Valide générique',
    Nom_base_français: element.baseName ?? 'Electricité',
    Nom_base_anglais: 'Electricity',
    Nom_attribut_français: element.attribute[0],
    Nom_attribut_anglais: element.attribute[1],
    Nom_frontière_français: element.boundary,
    Code_de_la_catégorie: element.category,
    Unité_français: 'kgCO2e/kWh',
    Unité_anglais: 'kgCO2e/kWh',
    Contributeur: element.contributor ?? 'ADEME',
    ...(element.source === undefined ? {} : { Source: element.source }),
    Localisation_géographique: 'France continentale',
    Date_de_création: element.createdOn,
    Date_de_modification: element.modifiedOn,
    Période_de_validité: element.validity,
    Incertitude: element.uncertaintyPct,
    Total_poste_non_décomposé: element.kgCo2eqPerKwh,
  }
}
