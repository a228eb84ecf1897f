import { type AccuracyFigures, accuracyPeriodsDays } from '@hexawatt/shared/contract/forecast/accuracy'
import type { ArchiveForecaster } from '@hexawatt/shared/methodology/forecast-accuracy/judge-day'
import { accuracySnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader, type SnapshotStoreDeps } from '@hexawatt/shared/snapshot/snapshot-store'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'

/** Figures of one forecaster. */
type FigureRow = Pick<AccuracyFigures, 'quantity' | 'firstLeadHours' | 'lastLeadHours'> & {
  forecaster: ArchiveForecaster
  mae: number | null
  savingCapturedPct: number | null
  bandCoveragePct: number | null
}

const [shownDays] = accuracyPeriodsDays

/** Figures of the newest scoreboard over 30 days; none of too few samples. */
export function addAccuracyGauges({ metrics, ...stores }: SnapshotStoreDeps & { metrics: Metrics }): void {
  const reader = createSnapshotReader(stores)

  async function readFigures(): Promise<FigureRow[]> {
    const figures = (await reader.read(accuracySnapshot))?.figures ?? []
    return figures
      .filter(({ days }) => days === shownDays)
      .flatMap(({ forecast, persistence, yesterday, ...of }) => [
        { ...of, forecaster: 'hexawatt' as const, ...forecast },
        { ...of, forecaster: 'persistence' as const, ...persistence, bandCoveragePct: null },
        { ...of, forecaster: 'yesterday' as const, ...yesterday, bandCoveragePct: null },
      ])
  }

  addReadGauges(metrics, {
    labelNames: ['quantity', 'lead_hours', 'forecaster'],
    labels: ({ quantity, firstLeadHours, lastLeadHours, forecaster }: FigureRow) => ({
      quantity,
      lead_hours: `${firstLeadHours}-${lastLeadHours}`,
      forecaster,
    }),
    read: readFigures,
    gauges: [
      {
        name: 'ingest_forecast_mean_absolute_error',
        help: 'Mean absolute error of the forecasts of the last 30 days: gCO2eq/kWh, EUR/MWh or points of the score',
        value: ({ mae }) => mae,
      },
      {
        name: 'ingest_forecast_saving_captured_ratio',
        help: 'Share of the possible saving that the forecasts of the last 30 days captured',
        value: ({ savingCapturedPct }) => toShare(savingCapturedPct),
      },
      {
        name: 'ingest_forecast_band_coverage_ratio',
        help: 'Share of the hours of the last 30 days whose realised value lay in the band; 0.8 is right',
        value: ({ bandCoveragePct }) => toShare(bandCoveragePct),
      },
    ],
  })
}

const toShare = (pct: number | null): number | null => (pct === null ? null : pct / 100)
