import type { SeemingFile } from '../load-curve.ts'
import type { LoadCurveTexts } from './french.ts'

/** How to get the right file, and how to have hours recorded at all. The names of menus are those of the French site. */
const download =
  'In your Enedis customer account, open “Suivre mes mesures”, then “Télécharger mes données”, and choose “Consommation horaire”.'
const record =
  'If that choice is greyed out, first switch on “Enregistrement de la consommation horaire” and “Collecte de la consommation horaire” under “Gérer l’accès à mes données”: recording starts then, and the file fills day by day.'
const getFile = `${download} ${record}`

const count = (rows: string | number | undefined, one: string, many: string): string =>
  `${rows ?? 0} ${Number(rows) === 1 ? one : many}`

/** What is said about load curves, in English. */
export const english: LoadCurveTexts = {
  seems: {
    pdf: 'a PDF document, such as a bill',
    image: 'an image',
    zip: 'a ZIP archive: open it and choose the CSV or XLSX file inside',
    archive: 'a compressed archive: open it and choose the CSV or XLSX file inside',
    'old-workbook': 'a workbook in an old format: save it as XLSX or CSV',
    'open-document': 'an OpenDocument workbook: save it as XLSX or CSV',
    document: 'a text document',
    'web-page': 'a web page',
    xml: 'an XML file',
    json: 'a JSON file of another form than Enedis measurements',
    'home-assistant-history':
      'the history of a Home Assistant sensor: export its statistics instead, one value per hour',
    table: 'a table without a column of dates, or without one of power (W, kW) or energy (Wh, kWh)',
    text: 'text without a table of measurements',
    binary: 'a file that is not text',
  },
  refusals: {
    'file-too-large': ({ megabytes, atMost }) =>
      `This file has ${megabytes} MB, the limit is ${atMost} MB. Choose a shorter period.`,
    'too-many-rows': ({ atMost }) =>
      `This file has more than ${Number(atMost).toLocaleString('en-GB')} rows. Choose a shorter period.`,
    'empty-file': () => `This file is empty. ${getFile}`,
    'daily-values': () =>
      `This file has one value per day. To tell what your consumption emitted and cost, a value per hour or half-hour is needed. ${getFile}`,
    'daily-maximum-power': () =>
      `This file has the highest power of each day, not your consumption hour by hour. ${getFile}`,
    'meter-readings': () => `This file has readings of the meter, not your consumption hour by hour. ${getFile}`,
    'several-meters': ({ meters }) =>
      `This file has measurements of ${meters} meters or sensors. Choose one file per meter: two homes are never mixed.`,
    'injection-only': () =>
      `This file only has what your solar panels fed into the grid. Choose the consumption. ${download}`,
    'no-active-power': () =>
      `This file has neither active power nor active energy: apparent power (VA), reactive power (var) or voltage is not enough. ${getFile}`,
    'unknown-unit': ({ unit }) =>
      unit === ''
        ? 'This file does not say which unit its values have. Write W, kW, Wh or kWh into the heading of the column, for example “kWh”.'
        : `The unit “${unit}” of this file is not known. W, kW, MW, Wh, kWh and MWh are read.`,
    'several-columns': ({ columns }) =>
      `This table has ${columns} columns that could be the consumption. Keep the date and one of them, the total.`,
    'no-values': () =>
      `This file has the form of a load curve, but no value that can be read: hours were probably not collected yet. ${record}`,
    'unreadable-dates': ({ seen }) =>
      `The dates in this file, such as “${seen}”, cannot be read for certain. Write the day before the month and the whole year, 31/01/2026 00:30, or take the file as it was downloaded, without opening it in a spreadsheet.`,
    'step-unknown': () =>
      'The length of the steps in this file is not known: at least two that follow each other are needed, at most an hour apart.',
    'odd-steps': () =>
      'The steps in this file do not start at an hour, half-hour or other full step: they cannot be matched with the hours of the grid.',
    'workbook-damaged': () => 'This workbook is damaged or incomplete. Download it again.',
    'workbook-encrypted': () => 'This workbook has a password. Open it and save it without one.',
    'workbook-too-large': ({ atMostMegabytes }) =>
      `This workbook has more than ${atMostMegabytes} MB once unpacked. Choose a shorter period.`,
    'workbook-unsafe': () =>
      'This workbook refers to other files, or has definitions that an export of measurements never has: it is not read. Download it again.',
    'not-a-load-curve': ({ seems }) =>
      `This file is not a load curve: it seems to be ${english.seems[seems as SeemingFile] ?? seems}. ${getFile}`,
  },
  remarks: {
    'side-assumed': ({ side }) =>
      `The file does not say whether a time is the start or the end of its step: the ${side} was assumed.`,
    'step-derived': ({ minutes }) =>
      `The file does not state the length of its steps: it was taken from the distance between times, mostly ${count(minutes, 'minute', 'minutes')}.`,
    'unit-assumed': ({ unit }) => `The file states no unit: its values were read as ${unit}.`,
    'clock-time-assumed': () => 'The file states no time zone: its times are those of mainland France.',
    'empty-values': ({ rows }) =>
      `${count(rows, 'step is empty: it is', 'steps are empty: they are')} missing from the total, and not counted as zero.`,
    'repeated-instants': ({ rows }) =>
      `${count(rows, 'row repeats', 'rows repeat')} an instant that was read already: corrected values count before completed ones, and these before raw ones.`,
    'overlapping-steps': ({ rows }) =>
      `${count(rows, 'row overlaps the step before and is', 'rows overlap the step before and are')} left out.`,
    'ambiguous-hour': ({ rows }) =>
      `${count(rows, 'row', 'rows')} of the hour that the end of summer time repeats ${Number(rows) === 1 ? 'is' : 'are'} left out: nothing tells which of the two hours is meant.`,
    'skipped-hour': ({ rows }) =>
      `${count(rows, 'row has', 'rows have')} a time that the start of summer time skips, and ${Number(rows) === 1 ? 'is' : 'are'} left out.`,
    'odd-instants': ({ rows }) =>
      `${count(rows, 'row is', 'rows are')} not at the start of an hour, half-hour or other full step, and ${Number(rows) === 1 ? 'is' : 'are'} left out.`,
    'grouped-thousands': ({ rows }) =>
      `${count(rows, 'value such as 1,234 was', 'values such as 1,234 were')} read as 1234: the others are whole numbers below 1000.`,
    'unreadable-rows': ({ rows }) =>
      `${count(rows, 'row cannot be read and is', 'rows cannot be read and are')} left out.`,
    'negative-values': ({ rows }) => `${count(rows, 'value is negative and', 'values are negative and')} left out.`,
    'other-quantities': ({ rows }) =>
      `${count(rows, 'row has', 'rows have')} a quantity other than active power or energy, and ${Number(rows) === 1 ? 'is' : 'are'} left out.`,
    'injection-apart': ({ rows }) =>
      `${count(rows, 'step is', 'steps are')} energy fed into the grid: it is summed apart, and does not reduce the consumption.`,
    'injection-unknown': () => 'Energy fed into the grid could not be summed: the length of its steps is not known.',
  },
}
