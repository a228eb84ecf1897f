import {
  type ResidualModel,
  type ResidualModels,
  residualModels,
} from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import { createMatrix } from '@hexawatt/shared/methodology/tariff-colors/gaussian'

/** One issue: the mean of C of each lead by net load, what a forecast from the weather said, and what came; null is unknown. */
export type WeatherSample = {
  model: keyof ResidualModels
  season: number
  leads: readonly ({ expected: number; forecast: number; came: number } | null)[]
}

const leadCount = residualModels.winter.weatherShare.length

/** The models with shares and error covariances that are fitted on the issues of all seasons but one. */
export function fitWithoutSeason(samples: readonly WeatherSample[], season: number): ResidualModels {
  const fit = (name: keyof ResidualModels): ResidualModel => ({
    ...residualModels[name],
    ...fitErrors(samples.filter((sample) => sample.model === name && sample.season !== season)),
  })
  return { winter: fit('winter'), betweenSeasons: fit('betweenSeasons'), summer: fit('summer') }
}

/** Share of each lead by least squares without a constant; covariance of what it leaves, each pair of leads on the issues that have both. */
function fitErrors(samples: readonly WeatherSample[]): Pick<ResidualModel, 'weatherShare' | 'weatherCovariance'> {
  const weatherShare = Array.from({ length: leadCount }, (_, lead) => {
    let [products, squares] = [0, 0]
    for (const { leads } of samples) {
      const of = leads[lead] ?? null
      if (of === null) continue
      products += (of.forecast - of.expected) * (of.came - of.expected)
      squares += (of.forecast - of.expected) ** 2
    }
    return products / squares
  })
  const errors = samples.map(({ leads }) =>
    leads.map((of, lead) =>
      of === null ? null : of.came - of.expected - (weatherShare[lead] ?? 0) * (of.forecast - of.expected),
    ),
  )
  const weatherCovariance = createMatrix(leadCount, (row, column) => {
    let [sum, count] = [0, 0]
    for (const ofIssue of errors) {
      const [one, other] = [ofIssue[row] ?? null, ofIssue[column] ?? null]
      if (one === null || other === null) continue
      sum += one * other
      count += 1
    }
    return sum / count
  })
  return { weatherShare, weatherCovariance }
}
