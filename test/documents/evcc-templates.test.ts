import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { getEvccExport } from '@hexawatt/shared/contract/operations/get-evcc-export'
import { subscribedKvas } from '@hexawatt/shared/contract/planning/choices'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import * as v from 'valibot'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'

const system = stopAtEnd(await startServedSystem())

const Texts = v.strictObject({
  de: v.optional(v.string()),
  en: v.optional(v.string()),
  generic: v.optional(v.string()),
})
/** Members that evcc's templates have; its decoder refuses others. */
const Template = v.strictObject({
  template: v.string(),
  products: v.array(v.strictObject({ brand: v.literal('Hexawatt'), description: Texts })),
  requirements: v.strictObject({ description: Texts, evcc: v.tuple([v.literal('skiptest')]) }),
  group: v.picklist(['price', 'co2']),
  countries: v.tuple([v.literal('FR')]),
  params: v.array(
    v.strictObject({
      name: v.optional(v.string()),
      preset: v.optional(v.picklist(['tariff-base', 'tariff-features'])),
      required: v.optional(v.boolean()),
      type: v.optional(v.literal('choice')),
      choice: v.optional(v.array(v.string())),
      default: v.optional(v.string()),
      example: v.optional(v.string()),
      description: v.optional(Texts),
      help: v.optional(Texts),
    }),
  ),
  render: v.string(),
})

async function readTemplate(name: string): Promise<v.InferOutput<typeof Template>> {
  const path = join(import.meta.dir, '../../docs/guide/integrations/upstream', `${name}.yaml`)
  return v.parse(Template, Bun.YAML.parse(await Bun.file(path).text()))
}
const choicesOf = ({ params }: v.InferOutput<typeof Template>, name: string) =>
  params.find((param) => param.name === name)?.choice ?? []

/** Words that stand in a template's text in place of values. */
const withoutActions = (text: string): string => text.replaceAll(/\{\{.*?\}\}/g, '')

test.each([
  ['hexawatt', 'price'],
  ['hexawatt-co2', 'co2'],
] as const)(
  'the template %s has the name of its file, asks for an operation that exists, by its parameters, and sends the key in a header',
  async (name, group) => {
    const { template, group: given, params, render } = await readTemplate(name)
    expect([template, given]).toEqual([name, group])
    const address = render.match(/uri: (.*)/)?.[1] ?? ''
    // A reader who pastes the address with a slash at its end gets no 404.
    expect(address).toStartWith('{{ trimSuffix "/" .uri }}')
    expect(withoutActions(address)).toStartWith(`${getEvccExport.path}?quantity=`)
    const asked = [...address.matchAll(/[?&](\w+)=/g)].map(([, parameter = '']) => parameter)
    expect(asked.filter((parameter) => !listParameterNames(getEvccExport).includes(parameter as never))).toEqual([])
    expect(render).toContain('headers:\n    X-Api-Key: {{ .token }}\n')
    const used = new Set([...render.matchAll(/\.(\w+)\b(?=[^{]*\}\})/g)].map(([, field = '']) => field))
    const named = params.flatMap((param) => (param.name === undefined ? [] : [param.name]))
    expect([...used].toSorted()).toEqual(named.toSorted())
    // Each text is there in both languages of evcc, or needs none.
    for (const texts of params.flatMap(({ description, help }) => [description, help])) {
      if (texts !== undefined)
        expect([texts, 'generic' in texts || ('de' in texts && 'en' in texts)]).toEqual([texts, true])
    }
  },
)

test('every contract and power that the template offers is answered with rates', async () => {
  const template = await readTemplate('hexawatt')
  expect(choicesOf(template, 'subscribedKva')).toEqual(subscribedKvas.map(String))
  const contracts = choicesOf(template, 'contract')
  expect(contracts).toEqual(['base', 'hphc', 'tempo', 'spot'])
  for (const contract of contracts) {
    const offPeak = contract === 'hphc' ? '&offPeak=22h30-6h30' : ''
    const query = contract === 'spot' ? 'price' : `tariff&tariff=${contract}&subscribedKva=9${offPeak}`
    const rates = v.parse(
      v.array(v.unknown()),
      await (await system.get(`${getEvccExport.path}?quantity=${query}`)).json(),
    )
    expect([contract, rates.length > 90]).toEqual([contract, true])
  }
})
