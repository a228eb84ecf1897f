import { expect, test } from 'bun:test'
import oneBorder from './fixtures/physical-flows-one-border.json'
import { normalisePhysicalFlows } from './physical-flows.ts'

test('each direction of a border is a series', () => {
  expect(normalisePhysicalFlows(oneBorder).measurements.map(({ series, value }) => [series, value])).toEqual([
    ['10YBE----------2>10YFR-RTE------C', 112],
    ['10YFR-RTE------C>10YBE----------2', 0],
  ])
})

test('a flow between two foreign areas is not counted for France', () => {
  const [border] = oneBorder.physical_flows
  const foreign = { ...border, receiver_country_eic_code: '10YCB-GERMANY--8' }
  expect(normalisePhysicalFlows({ physical_flows: [foreign] }).measurements).toEqual([])
})

test('the flow of an unknown area is kept, and the area is reported', () => {
  const [border] = oneBorder.physical_flows
  const unknown = { ...border, sender_country_eic_code: '10YXX----------0' }
  const content = normalisePhysicalFlows({ physical_flows: [border, unknown] })
  expect(content.measurements.map(({ series }) => series)).toContain('10YXX----------0>10YFR-RTE------C')
  expect(content.newElements).toEqual(['10YXX----------0'])
})
