import { AppError } from './app-error.ts'

const retryAfterSeconds = 300

/** Why a value is refused: confidence of what there is (0–100), and which sources are there. */
export type SourceHealth = { confidence: number; sourceAvailability: Record<string, boolean> }

/** The refusal of a value that would not be reliable. */
export function insufficientData(detail: string, health: SourceHealth): AppError {
  const { confidence, sourceAvailability } = health
  return new AppError('insufficient_data', { detail, retryAfterSeconds, extras: { confidence, sourceAvailability } })
}
