import type { Coordinates } from './clear-sky.ts'

/** A place whose weather is read, and its share of the installed solar power, of the installed wind power and of the people, 0 to 1. */
export type WeatherPoint = Coordinates & { name: string; sun: number; wind: number; people: number }

type Row = readonly [name: string, latitude: number, longitude: number, sun: number, wind: number, people: number]

/**
 * Shares in thousandths: estimates of the product for the end of 2024, by the order of the regions in public statistics of installed power and
 * population, split over the points of a region by judgement; no register was evaluated. The regressions scale with what the fleet really gives, so
 * that a share may be off by some tenths. Corsica is not on the grid of the continent.
 */
const rows: readonly Row[] = [
  // Hauts-de-France
  ['Lille', 50.6, 3.1, 4, 15, 48],
  ['Arras', 50.2, 2.7, 6, 60, 15],
  ['Amiens', 49.8, 2.2, 10, 110, 15],
  ['Laon', 49.6, 3.5, 10, 80, 15],
  // Grand Est
  ['Châlons', 48.9, 4.2, 20, 95, 15],
  ['Troyes', 48.2, 4.6, 18, 60, 10],
  ['Nancy', 48.8, 6.1, 20, 45, 25],
  ['Strasbourg', 48.3, 7.6, 17, 5, 35],
  // Nouvelle-Aquitaine
  ['Niort', 46.4, 0.1, 50, 58, 22],
  ['Limoges', 45.8, 1.3, 35, 18, 15],
  ['Bordeaux', 44.5, -0.4, 170, 4, 56],
  // Occitanie
  ['Toulouse', 43.6, 1.4, 60, 8, 40],
  ['Narbonne', 43.1, 2.8, 45, 35, 14],
  ['Nîmes', 43.8, 4.0, 60, 10, 28],
  ['Rodez', 44.2, 2.4, 40, 22, 12],
  // Centre-Val de Loire
  ['Chartres', 48.1, 1.7, 25, 48, 21],
  ['Bourges', 47.0, 2.0, 30, 20, 18],
  // Bretagne, and the wind farm off Saint-Brieuc
  ['Pontivy', 48.0, -2.6, 18, 38, 32],
  ['Brest', 48.4, -3.8, 12, 20, 20],
  ['Saint-Brieuc (sea)', 48.85, -2.5, 0, 20, 0],
  // Pays de la Loire, and the wind farm off Saint-Nazaire
  ['Nantes', 47.2, -1.4, 30, 28, 34],
  ['Angers', 47.6, -0.2, 30, 28, 25],
  ['Saint-Nazaire (sea)', 47.15, -2.6, 0, 20, 0],
  // Normandie, and the wind farm off Fécamp
  ['Caen', 48.9, -0.3, 11, 20, 25],
  ['Rouen', 49.6, 1.0, 9, 25, 26],
  ['Fécamp (sea)', 49.9, 0.2, 0, 20, 0],
  // Bourgogne-Franche-Comté
  ['Dijon', 47.4, 4.6, 45, 50, 43],
  // Auvergne-Rhône-Alpes
  ['Lyon', 45.7, 4.9, 45, 5, 70],
  ['Clermont-Ferrand', 45.4, 3.3, 30, 10, 22],
  ['Valence', 44.9, 5.1, 40, 15, 32],
  // Provence-Alpes-Côte d'Azur
  ['Aix-en-Provence', 43.7, 5.6, 100, 4, 78],
  // Île-de-France
  ['Paris', 48.8, 2.4, 10, 4, 189],
]

/** The points of metropolitan France; each of the three sets of shares adds up to 1. */
export const weatherPoints: readonly WeatherPoint[] = rows.map(([name, latitude, longitude, sun, wind, people]) => {
  return { name, latitude, longitude, sun: sun / 1000, wind: wind / 1000, people: people / 1000 }
})
