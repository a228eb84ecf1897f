import { failureText } from '../command-line/failure-text.ts'
import { readRecord } from '../recorded/read-record.ts'
import { calibrationUsage, parseCalibrationOptions } from './calibration-options.ts'
import { calibrationReport } from './calibration-report.ts'
import { calibrationText } from './calibration-text.ts'

try {
  const options = parseCalibrationOptions(process.argv.slice(2))
  console.log(options.kind === 'help' ? calibrationUsage : await output(options.folder, options.json))
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
}

async function output(folder: string, json: boolean): Promise<string> {
  const report = calibrationReport(await readRecord(folder))
  return json ? JSON.stringify(report, null, 2) : calibrationText(report)
}
