import { gridSignalStatuses, tariffColorNames } from '@hexawatt/shared/grid/public-signals'
import { bestWindowHours, findBestWindows, rankByScore } from './best-windows.ts'
import { type ExportedSlot, toPricePerKwh } from './export-series.ts'

/** Values of one gauge by its labels in text form (`{name="value"}` or empty). */
type Gauge = { name: string; help: string; values: readonly (readonly [labels: string, value: number])[] }

/**
 * Writes the gauges of the quarter-hour in progress in the text format 0.0.4. Unknown values are absent, because a 0 would be read as a value. A status
 * is one gauge of 0 or 1 per possible value, so that a series keeps its name when the status changes.
 *
 * @param slots consecutive slots from the quarter-hour in progress on
 * @param issuedAt null without a forecast
 */
export function writePrometheusText(slots: readonly ExportedSlot[], issuedAt: string | null): string {
  const [now] = slots
  const [best] = findBestWindows(rankByScore(slots))
  const gauges: Gauge[] = [
    {
      name: 'hexawatt_carbon_intensity_gco2eq_per_kwh',
      help: 'Carbon intensity of the quarter-hour in progress, gCO2eq/kWh: of generation with life-cycle or direct factors, or of consumption with its imports.',
      values: [
        ...toGaugeValues('{emissions="lifecycle"}', now?.carbon.gCo2PerKwh),
        ...toGaugeValues('{emissions="direct"}', now?.directCarbon.gCo2PerKwh),
        ...toGaugeValues('{emissions="consumption"}', now?.consumptionCarbon.gCo2PerKwh),
      ],
    },
    {
      name: 'hexawatt_spot_price_eur_per_kwh',
      help: 'Day-ahead price of the quarter-hour in progress, EUR/kWh.',
      values: toGaugeValues('', toPricePerKwh(now?.price.eurPerMwh ?? null)),
    },
    {
      name: 'hexawatt_score',
      help: 'Score of the quarter-hour in progress with the national weighting, 0 to 100.',
      values: toGaugeValues('', now?.globalScore),
    },
    {
      name: 'hexawatt_grid_signal',
      help: 'Published grid-tension signal: 1 for the current status, 0 for the others.',
      values: toStateGauges('status', gridSignalStatuses, now?.gridSignal),
    },
    {
      name: 'hexawatt_tariff_color',
      help: 'Colour of the three-colour tariff (Tempo): 1 for the current colour, 0 for the others.',
      values: toStateGauges('color', tariffColorNames, now?.tariffColor),
    },
    {
      name: 'hexawatt_best_window_start_timestamp_seconds',
      help: `Start of the best ${bestWindowHours} hours by the score, of the rest of today or of tomorrow, seconds since the epoch.`,
      values: toGaugeValues('', toSeconds(best?.slots[0]?.start)),
    },
    {
      name: 'hexawatt_forecast_issued_timestamp_seconds',
      help: 'Time at which the forecast was issued, seconds since the epoch.',
      values: toGaugeValues('', toSeconds(issuedAt)),
    },
  ]
  return gauges
    .filter(({ values }) => values.length > 0)
    .map(({ name, help, values }) => {
      const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
    })
    .join('')
}

function toGaugeValues(labels: string, value: number | null | undefined): Gauge['values'] {
  return value == null ? [] : [[labels, value]]
}

/** The words are constants of this product, so none needs escaping. */
function toStateGauges<Word extends string>(
  label: string,
  words: readonly Word[],
  inForce: Word | null | undefined,
): Gauge['values'] {
  if (inForce == null) return []
  return words.map((word) => [`{${label}="${word}"}`, Number(word === inForce)])
}

function toSeconds(instant: string | null | undefined): number | null {
  return instant == null ? null : Temporal.Instant.from(instant).epochMilliseconds / 1_000
}
