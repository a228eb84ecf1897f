import type { OpenApiDocument } from '@hexawatt/shared/openapi/schemas/document-types'

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => unknown
type LayoutProps = {
  getComponent: (name: string, isContainer: true) => Component
  specSelectors: { loadingStatus: () => string }
}
type React = {
  createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown
  Fragment: unknown
  useState: (first: boolean) => [value: boolean, set: (value: boolean) => void]
}

/** Parameters of the plugin's page. */
export type PluginParts = {
  /** The call of each operation by its path, as the server wrote it. */
  calls: ReadonlyMap<string, Element>
  /** Parameters that stay filled in, because their operation refuses a request without them. */
  keptExamples: ReadonlySet<string>
}

/** What the page adds to and leaves out of Swagger UI. The page's own introduction replaces the information of the document. */
export function createSwaggerPlugin({ calls, keptExamples }: PluginParts) {
  return ({ React: { createElement, Fragment, useState } }: { React: React }) => {
    const places = new Map<string, (place: Element | null) => void>()
    /** The same function for each rendering of a path: another one would put the call in again, and take the focus off it. */
    const placeCall = (path: string) => {
      const known = places.get(path)
      if (known !== undefined) return known
      const put = (place: Element | null): void => place?.replaceChildren(...[calls.get(path) ?? []].flat())
      places.set(path, put)
      return put
    }
    return {
      components: {
        /** Key, operations and models: the page itself has the main element, and there is one server, the public address. */
        ReferenceLayout({ getComponent, specSelectors }: LayoutProps): unknown {
          const parts =
            specSelectors.loadingStatus() === 'success' ? ['AuthorizeBtnContainer', 'operations', 'Models'] : []
          const elements = ['errors', ...parts].map((name) => createElement(getComponent(name, true), { key: name }))
          return createElement('div', { className: 'swagger-ui' }, elements)
        },
      },
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec: (update: (document: OpenApiDocument) => unknown) => (document: OpenApiDocument) =>
              update(moveExamples(document, keptExamples)),
          },
        },
      },
      wrapComponents: {
        // A link inside of the button that opens an operation; the address still names the open operation.
        DeepLink: (): Component => (props) => createElement('span', null, props['text']),
        // Almost every answer has the same ten headers: they are drawn when a reader asks for them.
        headers:
          (headers: Component): Component =>
          (props) => {
            const [isOpen, setOpen] = useState(false)
            const onToggle = (event: { currentTarget: HTMLDetailsElement }): void => setOpen(event.currentTarget.open)
            const content = isOpen ? createElement(headers, props) : null
            return createElement('details', { onToggle }, createElement('summary', null, 'Headers'), content)
          },
        ExamplesSelect:
          (select: Component): Component =>
          (props) =>
            createElement(
              'label',
              null,
              createElement('span', { className: 'unseen' }, 'Example'),
              createElement(select, props),
            ),
        parameters:
          (parameters: Component): Component =>
          (props) => {
            const [path] = props['pathMethod'] as [path: string]
            return createElement(
              Fragment,
              null,
              createElement('div', { ref: placeCall(path), lang: document.documentElement.lang }),
              createElement(parameters, props),
            )
          },
      },
    }
  }
}

/**
 * Swagger UI fills a form with the examples and defaults of its parameters. Some of them exclude each other (`profile` and the weights, `quantity` and
 * `tariff`), so that a request with all of them would be refused: they stand in the descriptions instead.
 */
function moveExamples(document: OpenApiDocument, kept: ReadonlySet<string>): OpenApiDocument {
  const parameters = Object.entries(document.components.parameters).map(([component, parameter]) => {
    const { example, ...rest } = parameter
    if (kept.has(parameter.name)) return [component, parameter]
    const { default: byDefault, ...schema } = parameter.schema
    const notes = [
      ...(byDefault === undefined ? [] : [`Default: \`${byDefault}\``]),
      ...(example === undefined ? [] : [`Example: \`${example}\``]),
    ]
    const description = [parameter.description, notes.join('. ')].filter((text) => text !== '').join('\n\n')
    return [component, { ...rest, schema, description }]
  })
  return {
    ...document,
    components: { ...document.components, parameters: Object.fromEntries(parameters) },
  }
}
