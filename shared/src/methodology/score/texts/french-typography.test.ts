import { describe, expect, test } from 'bun:test'
import { frenchNumber, withFrenchSpaces } from './sentence.ts'

describe('French spaces', () => {
  test('are no-break spaces before a colon, a percent sign, a euro sign and a closing guillemet, and after an opening one', () => {
    expect(withFrenchSpaces('a : b')).toBe('a\u00a0: b')
    expect(withFrenchSpaces('12 % et 3 €/MWh')).toBe('12\u00a0% et 3\u00a0€/MWh')
    expect(withFrenchSpaces('« oui »')).toBe('«\u00a0oui\u00a0»')
  })

  test('are narrow before a semicolon, an exclamation and a question mark', () => {
    expect(withFrenchSpaces('oui ; non ! quoi ?')).toBe('oui\u202f; non\u202f! quoi\u202f?')
  })

  test('do not break between a number and its unit; the space before a number stays ordinary', () => {
    expect(withFrenchSpaces('à 18 h, 47,4 GW')).toBe('à 18\u00a0h, 47,4\u00a0GW')
    expect(withFrenchSpaces('CO₂ par kWh')).toBe('CO₂ par kWh')
  })

  test('stay unchanged in a typeset text', () => {
    const once = withFrenchSpaces('Prix : 12 €, 3 h ; « bien » !')
    expect(withFrenchSpaces(once)).toBe(once)
  })
})

describe('French numbers', () => {
  test('have a decimal comma, narrow spaces between thousands and a real minus sign', () => {
    expect(frenchNumber(58.52, 1)).toBe('58,5')
    expect(frenchNumber(2_987.78, 1)).toBe('2\u202f987,8')
    expect(frenchNumber(-134.94, 1)).toBe('−134,9')
    expect(frenchNumber(44.83, 0)).toBe('45')
  })

  test('round halves away from zero, and never show a negative zero', () => {
    expect(frenchNumber(0.25, 1)).toBe('0,3')
    expect(frenchNumber(-0.25, 1)).toBe('−0,3')
    expect(frenchNumber(-0.04, 1)).toBe('0,0')
  })
})
