import { expect, test } from 'bun:test'
import { nameFile } from './read-file.ts'

test('a file is called by its name without the identifier of its meter or contract, and without control characters', () => {
  const names: Record<string, string> = {
    'a/Enedis_Conso_Heure_20230101-20231231_00000000000000.csv':
      'Enedis_Conso_Heure_20230101-20231231_XXXXXXXXXXXXXX.csv',
    '00000000000000_Export_energie_Consommation_01122023-04022025.xlsx':
      'XXXXXXXXXXXXXX_Export_energie_Consommation_01122023-04022025.xlsx',
    'mes-puissances-atteintes-30min-000000000000-75001.csv': 'mes-puissances-atteintes-30min-XXXXXXXXXXXX-75001.csv',
    'a\u001b[31m.csv': 'a_[31m.csv',
    '-': '-',
  }
  for (const [path, name] of Object.entries(names)) expect(nameFile(path)).toBe(name)
})
