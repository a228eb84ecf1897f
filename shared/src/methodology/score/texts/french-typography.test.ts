import { describe, expect, test } from 'bun:test'
import { addFrenchSpaces, formatFrenchNumber } from './sentence.ts'

describe('French spaces', () => {
  test('are no-break spaces before a colon, a percent sign, a euro sign and a closing guillemet, and after an opening one', () => {
    expect(addFrenchSpaces('a : b')).toBe('a\u00a0: b')
    expect(addFrenchSpaces('12 % et 3 €/MWh')).toBe('12\u00a0% et 3\u00a0€/MWh')
    expect(addFrenchSpaces('« oui »')).toBe('«\u00a0oui\u00a0»')
  })

  test('are narrow before a semicolon, an exclamation and a question mark', () => {
    expect(addFrenchSpaces('oui ; non ! quoi ?')).toBe('oui\u202f; non\u202f! quoi\u202f?')
  })

  test('do not break between a number and its unit; the space before a number stays ordinary', () => {
    expect(addFrenchSpaces('à 18 h, 47,4 GW')).toBe('à 18\u00a0h, 47,4\u00a0GW')
    expect(addFrenchSpaces('CO₂ par kWh')).toBe('CO₂ par kWh')
  })

  test('stay unchanged in a typeset text', () => {
    const once = addFrenchSpaces('Prix : 12 €, 3 h ; « bien » !')
    expect(addFrenchSpaces(once)).toBe(once)
  })
})

describe('French numbers', () => {
  test('have a decimal comma, narrow spaces between thousands and a real minus sign', () => {
    expect(formatFrenchNumber(58.52, 1)).toBe('58,5')
    expect(formatFrenchNumber(2_987.78, 1)).toBe('2\u202f987,8')
    expect(formatFrenchNumber(-134.94, 1)).toBe('−134,9')
    expect(formatFrenchNumber(44.83, 0)).toBe('45')
  })

  test('round halves away from zero, and never show a negative zero', () => {
    expect(formatFrenchNumber(0.25, 1)).toBe('0,3')
    expect(formatFrenchNumber(-0.25, 1)).toBe('−0,3')
    expect(formatFrenchNumber(-0.04, 1)).toBe('0,0')
  })
})
