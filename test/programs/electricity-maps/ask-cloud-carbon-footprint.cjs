const { getEmissionsFactors, getElectricityMapsData } = require('@cloud-carbon-footprint/common')

const warnings = []
const logger = { warn: (text) => warnings.push(text) }
const zones = { 'eu-west-3': 'FR' }

async function main() {
  const [known, unknown] = JSON.parse(process.env.INSTANTS)
  const body = await getElectricityMapsData('FR', known)
  const factors = await getEmissionsFactors('eu-west-3', known, { 'eu-west-3': -1 }, zones, logger)
  const fallback = await getEmissionsFactors('eu-west-3', unknown, { 'eu-west-3': -1 }, zones, logger)
  console.log(JSON.stringify({ body, factors, fallback, warnings }))
}

main()
