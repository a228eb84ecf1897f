import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { ClassErrors, ForecasterErrors } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { addForecasterErrors } from '../backtest/error-stats.ts'

/** Sums over the issues of one lead class: those of {@link ClassErrors}, without the hours behind them. */
export type ClassSums<Forecaster extends string> = Omit<ClassErrors<Forecaster>, 'known'>

/** The sums of no issue. */
export function createClassSums<Forecaster extends string>(forecasters: readonly Forecaster[]): ClassSums<Forecaster> {
  const none: ForecasterErrors = { error: 0, absoluteError: 0, squaredError: 0, saved: 0 }
  return {
    hours: 0,
    skippedHours: 0,
    windows: 0,
    achievable: 0,
    byForecaster: recordFromEntries(forecasters, () => none),
  }
}

/** The sum over two sets of issues. */
export function addClassSums<Forecaster extends string>(
  a: ClassSums<Forecaster>,
  b: ClassSums<Forecaster>,
  forecasters: readonly Forecaster[],
): ClassSums<Forecaster> {
  return {
    hours: a.hours + b.hours,
    skippedHours: a.skippedHours + b.skippedHours,
    windows: a.windows + b.windows,
    achievable: a.achievable + b.achievable,
    byForecaster: recordFromEntries(forecasters, (name) =>
      addForecasterErrors(a.byForecaster[name], b.byForecaster[name]),
    ),
  }
}
