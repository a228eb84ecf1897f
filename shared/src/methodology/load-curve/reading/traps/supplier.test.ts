import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../../../time/instant.ts'
import { makeUpCurve, writeSupplierFile } from '../../testing/curve-files-fixture.ts'
import { findRefusal, findRemark, listSteps, readText } from '../../testing/read-fixture.ts'

const midnight = Date.parse('2026-01-05T00:00:00+01:00')
const expected = ['2026-01-04T23:00 60 0.5', '2026-01-05T00:00 60 0.7', '2026-01-05T01:00 60 1']

describe('a table of dates and energy', () => {
  const tables: Record<string, string> = {
    'with decimal commas': 'date;kWh\n2026-01-05 00:00;0,5\n2026-01-05 01:00;0,7\n2026-01-05 02:00;1',
    'with decimal points': 'date;kWh\n2026-01-05 00:00;0.5\n2026-01-05 01:00;0.7\n2026-01-05 02:00;1',
    'separated by commas': 'date,kWh\n2026-01-05 00:00,0.5\n2026-01-05 01:00,0.7\n2026-01-05 02:00,1',
    'separated by commas, decimal ones too': 'date,kWh\n2026-01-05 00:00,0,5\n2026-01-05 01:00,0,7\n2026-01-05 02:00,1',
    'with French dates': 'Date;Consommation (kWh)\n05/01/2026 00:00;0,5\n05/01/2026 01:00;0,7\n05/01/2026 02:00;1',
    'with time in a column of its own':
      'Date;Heure;Conso_kWh\n05/01/2026;0:00;0,5\n05/01/2026;1:00;0,7\n05/01/2026;2:00;1',
    'with hours alone in a column of their own':
      'Date;Heure;kWh\n05/01/2026;0;0,5\n05/01/2026;1h;0,7\n05/01/2026;2h00;1',
    'with steps that end at their last minute':
      'Début de la mesure;Fin;Énergie (kWh)\n05/01/2026 00:00;05/01/2026 00:59;0,5\n05/01/2026 01:00;05/01/2026 01:59;0,7\n05/01/2026 02:00;05/01/2026 02:59;1',
    'with English headings':
      'time,energy_kwh\n2026-01-05T00:00:00+01:00,0.5\n2026-01-05T01:00:00+01:00,0.7\n2026-01-05T02:00:00+01:00,1',
    'with start and end':
      'DateHeure de debut;DateHeure de fin;Energie (kWh)\n05/01/2026 00:00;05/01/2026 01:00;0,5\n05/01/2026 01:00;05/01/2026 02:00;0,7\n05/01/2026 02:00;05/01/2026 03:00;1',
    'in Wh':
      'horodatage;Energie (Wh)\n2026-01-05T00:00:00+01:00;500\n2026-01-05T01:00:00+01:00;700\n2026-01-05T02:00:00+01:00;1000',
    'with the value first': 'kWh;date\n0,5;2026-01-05 00:00\n0,7;2026-01-05 01:00\n1;2026-01-05 02:00',
    'with the unit behind each number':
      '"Relevé";"Date";"Consommation"\n"1";"05/01/2026 00:00";"0,5 kWh"\n"2";"05/01/2026 01:00";"0,7 kWh"\n"3";"05/01/2026 02:00";"1 kWh"',
    'by its total, next to its parts, readings, money and what was fed in':
      'Date;Index (kWh);Consommation HP (kWh);Consommation HC (kWh);Consommation (kWh);Coût (euros);Injection (kWh)\n2026-01-05 00:00;900;0;0,5;0,5;0,1;3\n2026-01-05 01:00;901;0;0,7;0,7;0,1;3\n2026-01-05 02:00;902;1;0;1;0,2;3',
    'below lines that are no table':
      'Ma consommation\n\nContrat ; Tempo\ndate;kWh\n2026-01-05 00:00;0,5\n2026-01-05 01:00;0,7\n2026-01-05 02:00;1',
  }
  for (const [name, text] of Object.entries(tables)) {
    test(`is read ${name}`, () => {
      expect(listSteps(readText(text))).toEqual(expected)
    })
  }

  test('says that its times were read as clock time in France', () => {
    const curve = readText(writeSupplierFile(makeUpCurve(midnight, 2)))
    expect([curve.kind, curve.startsMs.length]).toEqual(['supplier', 96])
    expect(curve.remarks).toContainEqual({ code: 'clock-time-assumed', values: {} })
  })

  test('is stamped at the end if its days run from one step after midnight to midnight, or its heading says so', () => {
    const rows = Array.from(
      { length: 24 },
      (_, hour) => `${hour === 23 ? '06/01/2026 00' : `05/01/2026 ${String(hour + 1).padStart(2, '0')}`}:00;1`,
    )
    const curve = readText(['date;kWh', ...rows].join('\n'))
    expect(curve.startsMs[0]).toBe(midnight)
    expect(findRemark(curve, 'side-assumed')).toBeUndefined()
    const named = readText(['date de fin;kWh', ...rows.slice(4, 9)].join('\n'))
    expect(named.startsMs[0]).toBe(midnight + 4 * hourMs)
  })

  test('is assumed to be stamped at the start where nothing tells, and says so', () => {
    const curve = readText('date;kWh\n2026-01-05 05:00;1\n2026-01-05 06:00;1\n2026-01-05 07:00;1')
    expect(curve.startsMs[0]).toBe(midnight + 5 * hourMs)
    expect(findRemark(curve, 'side-assumed')).toEqual({ side: 'start' })
  })

  test('whose cells have another unit than their heading leaves these cells out', () => {
    const curve = readText('date;kWh\n2026-01-05 00:00;0,5 kWh\n2026-01-05 01:00;700 Wh\n2026-01-05 02:00;1 kWh')
    expect([...curve.energyKwh]).toEqual([0.5, 1])
    expect(findRemark(curve, 'unreadable-rows')).toEqual({ rows: 1 })
  })

  test('of power and energy is read by its energy', () => {
    const curve = readText('date;Puissance (kW);Energie (kWh)\n2026-01-05 00:00;1;0,5\n2026-01-05 00:30;2;1')
    expect([...curve.energyKwh]).toEqual([0.5, 1])
  })

  test('without a unit is refused: a wrong guess would be a thousandfold off', () => {
    const refusal = findRefusal('date;valeur\n2026-01-05 05:00;1\n2026-01-05 06:00;1')
    expect([refusal.code, refusal.values]).toEqual(['unknown-unit', { unit: '' }])
  })

  test('of several columns that could be the consumption is refused: one of them would be a part of it', () => {
    const refusal = findRefusal('date;HP (kWh);HC (kWh)\n2026-01-05 05:00;1;0\n2026-01-05 06:00;0;1')
    expect([refusal.code, refusal.values]).toEqual(['several-columns', { columns: 2 }])
  })

  test('of days is refused as daily values, with or without times', () => {
    for (const rows of ['2026-01-05;11\n2026-01-06;12', '2026-01-05;11']) {
      expect(findRefusal(`date;kWh\n${rows}`).code).toBe('daily-values')
    }
    expect(findRefusal('date;kWh\n05/01/2026 00:00;11\n06/01/2026 00:00;12\n07/01/2026 00:00;12').code).toBe(
      'daily-values',
    )
  })

  test('of one row is refused: its step is not known', () => {
    expect(findRefusal('date;kWh\n2026-01-05 05:00;1').code).toBe('step-unknown')
  })
})

describe('half-hours of a customer account of EDF', () => {
  const lines = [
    'Récapitulatif de mes puissances atteintes en W',
    '',
    'Date et heure de relève par le distributeur;Puissance atteinte (W);Nature de la donnée',
    '06/01/2026;;',
    '00:00:00;1000;Réelle',
    '00:00:00;1000;Réelle',
    '23:30:00;2000;Réelle',
    '00:30:00;;',
    '05/01/2026;;',
    '00:00:00;500;Réelle',
    '23:30:00;700;Réelle',
  ]

  test('are read with the date above them, newest first: the last one of a day ends at midnight', () => {
    const curve = readText(lines.join('\r\n'))
    expect(listSteps(curve)).toEqual([
      '2026-01-05T22:00 30 0.35',
      '2026-01-05T22:30 30 0.25',
      '2026-01-06T22:00 30 1',
      '2026-01-06T22:30 30 0.5',
    ])
    expect([findRemark(curve, 'repeated-instants'), findRemark(curve, 'empty-values')]).toEqual([
      { rows: 1 },
      { rows: 1 },
    ])
  })
})

test('the end of a day that is written as 23:59:59 is midnight', () => {
  const rows = Array.from({ length: 48 }, (_, index) => {
    const minutes = (index + 1) * 30
    const time =
      index === 47
        ? '23:59:59'
        : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}:00`
    return `2026-01-05;${time};1000`
  })
  const curve = readText(['Date;Time;Conso (W)', ...rows].join('\n'))
  expect([curve.startsMs[0], curve.startsMs.length]).toEqual([midnight, 48])
  expect([...new Set(curve.energyKwh)]).toEqual([0.5])
})

describe('statistics of Home Assistant', () => {
  const hours = [0, 1, 2].map((hour) => `2026-01-05T0${hour}:00:00+01:00`)

  test('are read by their change, at the start of the hour', () => {
    const rows = hours.map((start, index) => `sensor.linky,kWh,${start},${100 + index},${[0.5, 0.7, 1][index]}`)
    const curve = readText(['statistic_id,unit,start,state,change', ...rows].join('\n'))
    expect([curve.kind, ...listSteps(curve)]).toEqual(['home-assistant', ...expected])
  })

  test('are read by the difference of their sums, none across a gap or a replaced counter', () => {
    const readings = [
      '04T23:00:00,10',
      '05T00:00:00,10.5',
      '05T01:00:00,11.2',
      '05T02:00:00,12.2',
      '05T05:00:00,20',
      '05T06:00:00,0.3',
      '05T07:00:00,0.8',
    ]
    const rows = readings.map((reading) => `sensor.linky,kWh,2026-01-${reading.replace(',', '+01:00,')}`)
    for (const ordered of [rows, rows.toReversed()]) {
      const curve = readText(['statistic_id,unit,start,sum', ...ordered].join('\n'))
      expect(listSteps(curve)).toEqual([...expected, '2026-01-05T06:00 60 0.5'])
    }
  })

  test('are read from seconds since 1970, in Wh, and with local times', () => {
    const epoch = hours.map(
      (start, index) => `sensor.linky\tWh\t${Date.parse(start) / 1000}\t${[500, 700, 1000][index]}`,
    )
    expect(listSteps(readText(['statistic_id\tunit\tstart_ts\tchange', ...epoch].join('\n')))).toEqual(expected)
    const local = ['00', '01', '02'].map(
      (hour, index) => `sensor.linky,kWh,05.01.2026 ${hour}:00,${[0.5, 0.7, 1][index]}`,
    )
    expect(listSteps(readText(['statistic_id,unit,start,delta', ...local].join('\n')))).toEqual(expected)
  })

  test('leave sensors of other quantities and of panels out, and sum what was fed into the grid apart', () => {
    const rows = hours.flatMap((start) => [
      `sensor.linky,kWh,${start},1`,
      `sensor.temperature,°C,${start},20`,
      `sensor.linky_export,kWh,${start},3`,
      `sensor.solar_production,kWh,${start},5`,
    ])
    const curve = readText(['statistic_id,unit,start,change', ...rows].join('\n'))
    expect([...curve.energyKwh]).toEqual([1, 1, 1])
    expect(curve.injectedKwh).toBe(9)
    expect(findRemark(curve, 'other-quantities')).toEqual({ rows: 6 })
  })

  test('of several sensors of energy are refused: a home and one of its appliances are never added', () => {
    const rows = hours.flatMap((start) => [`sensor.linky,kWh,${start},1`, `sensor.boiler,kWh,${start},1`])
    const refusal = findRefusal(['statistic_id,unit,start,change', ...rows].join('\n'))
    expect([refusal.code, refusal.values]).toEqual(['several-meters', { meters: 2 }])
  })

  test('are read from the download of the energy dashboard: counters of the grid are added, others left out', () => {
    const stamps = [23, 0, 1].map(
      (hour, index) => `2026-01-0${index === 0 ? 4 : 5}T${String(hour).padStart(2, '0')}:00:00.000Z`,
    )
    const lines = [
      `entity_id,type,unit,${stamps.join(',')}`,
      'sensor.off_peak,grid_consumption,kWh,0.5,0.2,',
      'sensor.peak,grid_consumption,kWh,,0.5,1',
      'sensor.cost,grid_consumption_cost,EUR,0.1,0.1,0.2',
      'sensor.panels,solar_production,kWh,0,0,0',
      'sensor.export,grid_return,Wh,0,500,250',
      ',calculated_total_consumption,kWh,0.5,0.7,1',
    ]
    const curve = readText(lines.join('\n'))
    expect([curve.kind, ...listSteps(curve)]).toEqual(['home-assistant', ...expected])
    expect(curve.injectedKwh).toBe(0.75)
    const daily =
      'entity_id,type,unit,2026-01-04T23:00:00.000Z,2026-01-05T23:00:00.000Z\nsensor.a,grid_consumption,kWh,10,11'
    expect(findRefusal(daily).code).toBe('daily-values')
  })

  test('are asked for where the file has the history of a sensor', () => {
    const refusal = findRefusal(
      'entity_id,state,last_changed\nsensor.linky,12.5,2026-01-05T00:00:00Z\nsensor.linky,12.6,2026-01-05T00:01:00Z',
    )
    expect([refusal.code, refusal.values]).toEqual(['not-a-load-curve', { seems: 'home-assistant-history' }])
  })
})
