/** The package has no types of its own. */
declare module 'parse-prometheus-text-format' {
  type Metric = { value: string; labels?: Record<string, string> }
  const parse: (text: string) => { name: string; help: string; type: string; metrics: Metric[] }[]
  export = parse
}
