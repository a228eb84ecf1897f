import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { calibrationCommandLine } from './calibration-options.ts'
import { createCalibrationReport, createShippedReport } from './calibration-report.ts'
import { writeCalibration } from './calibration-text.ts'

process.exitCode = await runCommandLine(
  calibrationCommandLine,
  process.argv.slice(2),
  async ({ folder: asked, json }) => {
    const folder = findRecordFolder(asked)
    const record = await readRecord(folder)
    const report = folder.holds === 'years' ? createCalibrationReport(record) : createShippedReport(record)
    return json ? JSON.stringify(report, null, 2) : writeCalibration(report, folder.holds)
  },
)
