import { GridIntensity, PowerBreakdown } from '@greenweb/grid-aware-websites'

const apiKey = process.env.HEXAWATT_API_KEY
const answers = {
  level: await new GridIntensity({ mode: 'level', apiKey }).check('FR'),
  levelByPlace: await new GridIntensity({ mode: 'level', apiKey }).check({ lat: '48.8566', lon: '2.3522' }),
  average: await new GridIntensity({ mode: 'average', apiKey }).check('FR'),
  limit: await new GridIntensity({ mode: 'limit', minimumIntensity: 1, apiKey }).check('FR'),
  renewable: await new PowerBreakdown({ mode: 'renewable', apiKey }).check('FR'),
  lowCarbon: await new PowerBreakdown({ mode: 'low-carbon', apiKey }).check('FR'),
  elsewhere: await new GridIntensity({ mode: 'level', apiKey }).check('DE'),
}
console.log(JSON.stringify(answers))
