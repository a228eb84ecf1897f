import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'

/** The dashboard; null while there is none, or the stores are away. */
export async function readDashboard({ latest }: Pick<CurrentDashboard, 'latest'>): Promise<DashboardResponse | null> {
  try {
    return await latest()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The refusal of a value that is not known, with the health of the sources as far as the dashboard knows it. */
export function createUnknownError(detail: string, dashboard: DashboardResponse | null): AppError {
  const { confidence, sourceAvailability } = dashboard?.score ?? { confidence: 0, sourceAvailability: null }
  return createInsufficientDataError(detail, { confidence, sourceAvailability: sourceAvailability ?? {} })
}
