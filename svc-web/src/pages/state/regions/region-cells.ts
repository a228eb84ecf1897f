import { type RegionCode, regionCodes } from '@hexawatt/shared/grid/regions'

/**
 * Mainland France as a honeycomb: a letter is a cell of about 44 km and names its region, a point is sea or another country. Every second row lies half a cell
 * to the right. Drawn for this site: the coast follows some eighty towns and capes, and a cell belongs to the region of its nearest town.
 */
const rows = [
  '............H.........',
  '...........HHH........',
  '...........HHHH.......',
  '..........NHHHHH......',
  '.....N...NNHHHHHGG....',
  '.....NNNNNNHHHGGGGGG..',
  '......NNNNNIIIIGGGGGGG',
  'BBBBBNNNNCCIIIGGGGGGGG',
  '.BBBBBLLLLCCIIFGGGGGGG',
  'BBBBBBLLLCCCCFFFGGFFG.',
  '...BLLLLLCCCCCFFFFFFF.',
  '....LLLLCCCCCFFFFFFF..',
  '.....LLAACCCCFFFFFFF..',
  '.....LAAAACARRRFFFF...',
  '......AAAAAAARRFFRRR..',
  '......AAAAAARRRRRRRR..',
  '......AAAAAAARRRRRRRR.',
  '......AAAAAARRRRRRRP..',
  '......AAAAOORRORRRPP..',
  '......AAAAOOOOORRRPP..',
  '......AAAAOOOOOOPPPPPP',
  '......AAOOOOOOOOPPPPP.',
  '......AAOOOOOOOOOPPP..',
  '......AAOOOOOO....P...',
  '........OOOOOO........',
  '............O.........',
] as const

const codeOfLetter: Readonly<Record<string, RegionCode>> = {
  I: '11',
  C: '24',
  F: '27',
  N: '28',
  H: '32',
  G: '44',
  L: '52',
  B: '53',
  A: '75',
  O: '76',
  R: '84',
  P: '93',
}

/** Half the width of a cell, and a quarter of its height: whole numbers whose ratio is that of a regular hexagon within 1 %. */
const [stepX, stepY] = [7, 4]

/** Centre of a cell in the drawing. */
export type Cell = { x: number; y: number }

const place = (row: number, column: number): Cell => ({
  x: stepX * (2 * column + (row % 2) + 1),
  y: stepY * (3 * row + 2),
})

/** The cells of each region. */
export const cellsOfRegion: ReadonlyMap<RegionCode, readonly Cell[]> = new Map(
  regionCodes.map((code) => [
    code,
    rows.flatMap((letters, row) =>
      [...letters].flatMap((letter, column) => (codeOfLetter[letter] === code ? [place(row, column)] : [])),
    ),
  ]),
)

/** Size of the drawing. */
export const mapSize = {
  width: stepX * (2 * Math.max(...rows.map(({ length }) => length)) + 1),
  height: stepY * (3 * rows.length + 1),
}

/** Corners of a cell, clockwise from the top. */
const corners = [
  [0, -2 * stepY],
  [stepX, -stepY],
  [stepX, stepY],
  [0, 2 * stepY],
  [-stepX, stepY],
  [-stepX, -stepY],
] as const

type Edge = { from: string; to: string; dx: number; dy: number }

/**
 * The outline of touching cells as a path. Sides that two cells share are left out, so that neighbours of other regions fit without a gap: both run along the
 * same corners.
 */
export function traceOutline(cells: readonly Cell[]): string {
  const edges = new Map<string, Edge>()
  for (const { x, y } of cells) {
    for (const [index, [cornerX, cornerY]] of corners.entries()) {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0]
      const [from, to] = [`${x + cornerX} ${y + cornerY}`, `${x + nextX} ${y + nextY}`]
      // The neighbour runs along the same side the other way round.
      if (!edges.delete(`${to}>${from}`))
        edges.set(`${from}>${to}`, { from, to, dx: nextX - cornerX, dy: nextY - cornerY })
    }
  }
  const next = Map.groupBy(edges.values(), ({ from }) => from)
  let path = ''
  for (const start of edges.values()) {
    let edge = takeEdge(next, start.from)
    if (edge !== undefined) path += `M${edge.from}`
    while (edge !== undefined) {
      path += edge.dx === 0 ? `v${edge.dy}` : `l${edge.dx} ${edge.dy}`
      edge = takeEdge(next, edge.to)
    }
  }
  return path.replaceAll(/ (?=-)/g, '')
}

function takeEdge(next: Map<string, Edge[]>, from: string): Edge | undefined {
  return next.get(from)?.pop()
}

/** Width around a figure that it needs inside its region, cells. */
const roomCells = 1.6

/** The cell in which a region's figure stands: the one with most of its region around it, of equal ones the nearest to the middle. */
export function findLabelCell(cells: readonly Cell[]): Cell {
  const middle = { x: mean(cells.map(({ x }) => x)), y: mean(cells.map(({ y }) => y)) }
  const countAround = (cell: Cell): number =>
    cells.filter((other) => measureDistance(cell, other) < roomCells * 2 * stepX).length
  const ranked = cells.map((cell) => ({ cell, around: countAround(cell), off: measureDistance(cell, middle) }))
  return ranked.sort((one, other) => other.around - one.around || one.off - other.off)[0]?.cell ?? { x: 0, y: 0 }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const measureDistance = (one: Cell, other: Cell): number => Math.hypot(one.x - other.x, one.y - other.y)
