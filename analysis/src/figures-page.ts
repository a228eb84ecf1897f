/** The appendix of `docs/methodology/accuracy.md`. */
export const figuresPage = 'docs/methodology/accuracy-figures.md'

/** A run whose output is a chapter: `folder` has the program, `script` is its name in package.json. */
type FigureRun = { title: string; script: string; folder: string; args: (data: string) => string[] }

const bothYears = ['--from', '2023-02-01', '--to', '2025-01-13']

/** Every run of the appendix, in its order. */
export const figureRuns: readonly FigureRun[] = [
  {
    title: 'Forecasts',
    script: 'backtest',
    folder: 'backtest-command',
    args: (data) => [...bothYears, '--data', data],
  },
  {
    title: 'Forecasts of the open configuration with emulated weather',
    script: 'backtest',
    folder: 'backtest-command',
    args: (data) => [...bothYears, '--without', 'wind-and-sun', '--emulate', 'weather', '--data', data],
  },
  {
    title: 'Consumption with its imports',
    script: 'backtest',
    folder: 'backtest-command',
    args: (data) => ['--boundary', 'consumption', '--data', data],
  },
  { title: 'Plans', script: 'backtest-plans', folder: 'plans', args: (data) => [...bothYears, '--data', data] },
  {
    title: 'Plans of October 2024',
    script: 'backtest-plans',
    folder: 'plans',
    args: (data) => ['--from', '2024-10-01', '--to', '2024-10-31', '--data', data],
  },
  {
    title: 'What following the advice pays',
    script: 'backtest-advice',
    folder: 'advice',
    args: (data) => [...bothYears, '--data', data],
  },
  {
    title: 'What following the advice pays from June 2023 on',
    script: 'backtest-advice',
    folder: 'advice',
    args: (data) => ['--from', '2023-06-01', '--to', '2025-01-13', '--data', data],
  },
  { title: 'Tempo colours', script: 'backtest-colors', folder: 'colors', args: (data) => ['--data', data] },
  {
    title: 'Tempo colours without temperatures',
    script: 'backtest-colors',
    folder: 'colors',
    args: (data) => ['--without-temperature', '--data', data],
  },
  {
    title: 'Tempo colours of 2025-26',
    script: 'backtest-colors',
    folder: 'colors',
    args: (data) => ['--from', '2025', '--to', '2025', '--data', data],
  },
  {
    title: 'Tempo colours of every day of 2025-26',
    script: 'backtest-colors',
    folder: 'colors',
    args: (data) => ['--from', '2025', '--to', '2025', '--every-day', '--data', data],
  },
  { title: 'Scales of the score', script: 'calibrate', folder: 'calibration', args: (data) => [data] },
]

const beginning = `# Figures of the accuracy page

Output of the commands above each part, for readers of [accuracy.md](accuracy.md) who want every figure. \`bun analysis/src/write-figures.ts\` writes this page; nothing in it is written by hand. The data are two recorded years of
ENTSO-E data and eleven seasons of Tempo colours, which the project does not hold.`

/** The page, from the output of each run in the order of {@link figureRuns}. */
export function formatFiguresPage(outputs: readonly string[]): string {
  const chapters = figureRuns.map(({ title, script, args }, position) => {
    const line = ['bun run', script, ...args('../shared/data')].join(' ')
    return `## ${title}\n\n    ${line}\n\n${(outputs[position] ?? '').trim()}`
  })
  return `${[beginning, ...chapters].join('\n\n')}\n`
}
