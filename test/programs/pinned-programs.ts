import type { Program } from './testing/install.ts'

/** Every program that is run against the product, with its pinned version: the page docs/guide/integrations/README.md lists them. */
export const pinnedPrograms = {
  nodeRed: {
    name: 'Node-RED',
    version: '4.1.15',
    ran: 'the packed nodes, their examples and their editor in a browser, with a clock that the test sets',
  },
  pythonOldest: {
    name: 'hexawatt for Python, on its oldest Python',
    version: '3.10',
    ran: 'the client of this project: its tests against the product',
  },
  python: {
    name: 'hexawatt for Python, on the newest Python',
    version: '3.11 or newer',
    ran: 'the client of this project: its tests, mypy, pyright, ruff, wheel and source distribution, its statement compared with that of the command line',
  },
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
  openapiTypescript: {
    name: 'openapi-typescript',
    version: '7.13.0',
    ran: 'types from the OpenAPI document compile strictly with a call of openapi-fetch, which runs',
  },
  openapiPythonClient: {
    name: 'openapi-python-client',
    version: '0.29.1',
    ran: 'a client from the OpenAPI document passes mypy strictly with a call, which runs',
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
  codeCarbon: {
    name: 'CodeCarbon',
    version: '3.3.2',
    ran: 'its calculation of emissions asks the façade of Electricity Maps; its fixed address is replaced by an assignment',
  },
  evcc: {
    name: 'evcc',
    version: '0.313.2',
    ran: 'only by hand: its package for tariffs, its templates and its planner read the export',
  },
  kedaOperator: {
    name: 'Carbon Aware KEDA Operator',
    version: '0.2.0',
    ran: 'only by hand: its reader of the ConfigMap',
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
  gridAwareWebsites: {
    name: 'Grid-aware Websites',
    version: '1.0.0',
    ran: 'its level, intensity and power checks, with its fixed address sent to the façade of Electricity Maps',
  },
  cloudCarbonFootprint: {
    name: 'Cloud Carbon Footprint',
    version: '2.0.0',
    ran: 'its emission factors of past hours, with its fixed address sent to the façade of Electricity Maps',
  },
  aioElectricityMaps: {
    name: 'aioelectricitymaps',
    version: '1.1.1',
    ran: 'the library of Home Assistant reads all of its calls, with its fixed address replaced by the façade',
  },
  githubActions: {
    name: 'GitHub Actions',
    version: '0.3.61',
    ran: 'its parser reads action and workflow; the steps of the action run in bash as a runner starts them',
  },
  slurm: {
    name: 'SLURM',
    version: '22.05.8',
    ran: 'sbatch holds a job until the start that hexawatt plan prints, as the lines of the page say it',
  },
  homeAssistant: {
    name: 'Home Assistant',
    version: '2026.11.0',
    ran: 'the released integration: set-up, states, plan, calendars, statistics, outage, restart, new key; days of moved time',
  },
  homeAssistantTests: {
    name: 'Home Assistant, for the tests of the integration',
    version: '2026.10.4',
    ran: 'the own tests of the integration against the product, by the newest plug-in for pytest that is published',
  },
  homeAssistantMonth: {
    name: 'Home Assistant, a month of requests',
    version: '2026.10.4',
    ran: 'a simulated month of the integration with everything on: answers by status',
  },
} as const satisfies Record<string, Program>
