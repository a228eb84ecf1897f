import { failureText } from '../command-line/failure-text.ts'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { calibrationUsage, parseCalibrationOptions } from './calibration-options.ts'
import { calibrationReport, shippedReport } from './calibration-report.ts'
import { calibrationText } from './calibration-text.ts'

try {
  const options = parseCalibrationOptions(process.argv.slice(2))
  console.log(options.kind === 'help' ? calibrationUsage : await output(options.folder, options.json))
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
}

async function output(asked: string | null, json: boolean): Promise<string> {
  const folder = findRecordFolder(asked)
  const record = await readRecord(folder)
  const report = folder.isShipped ? shippedReport(record) : calibrationReport(record)
  return json ? JSON.stringify(report, null, 2) : calibrationText(report, folder.isShipped)
}
