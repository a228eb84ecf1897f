import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { calibrationCommandLine } from './calibration-options.ts'
import { calibrationReport, shippedReport } from './calibration-report.ts'
import { calibrationText } from './calibration-text.ts'

process.exitCode = await runCommandLine(
  calibrationCommandLine,
  process.argv.slice(2),
  async ({ folder: asked, json }) => {
    const folder = findRecordFolder(asked)
    const record = await readRecord(folder)
    const report = folder.holds === 'years' ? calibrationReport(record) : shippedReport(record)
    return json ? JSON.stringify(report, null, 2) : calibrationText(report, folder.holds)
  },
)
