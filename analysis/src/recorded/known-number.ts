/** The number in a cell of a recorded file; null when the cell is empty (unknown) or the column is not there. */
export function knownNumber(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell)
}
