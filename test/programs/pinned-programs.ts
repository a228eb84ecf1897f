import type { Program } from './testing/install.ts'

/** Every program that is run against the product, with its pinned version: the page docs/guide/integrations/README.md lists them. */
export const pinnedPrograms = {
  mcpTypeScript: {
    name: 'MCP client (TypeScript)',
    version: '1.32.2',
    ran: 'the official client on Node lists the tools and calls each of them',
  },
  mcpPython: {
    name: 'MCP client (Python)',
    version: '2.3.0',
    ran: 'the official client on Python lists the tools and calls each of them',
  },
  emhass: {
    name: 'EMHASS',
    version: '0.18.7',
    ran: 'its web server optimises a day by price, contract and carbon, over both clock changes',
  },
  gridIntensity: {
    name: 'grid-intensity-go',
    version: '0.7.0',
    ran: 'its command asks the façade of Electricity Maps',
  },
  prometheus: {
    name: 'Prometheus',
    version: '2.42.0',
    ran: 'promtool checks export, alerts and configuration; the server scrapes the export and answers the queries',
  },
  schemathesis: {
    name: 'schemathesis',
    version: '4.32.5',
    ran: 'valid and invalid requests to every operation but the event stream, generated from the OpenAPI document',
  },
} as const satisfies Record<string, Program>
