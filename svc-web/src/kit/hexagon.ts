/** Half the width of a pointed-top hexagon of radius 1. */
const halfWidth = Math.sqrt(3) / 2

/** Path of a regular hexagon with a corner at the top: the sign of the country, in every drawing of the site. `r` is the distance from centre to corner. */
export function hexagonPath(cx: number, cy: number, r: number): string {
  const [left, right] = [cx - halfWidth * r, cx + halfWidth * r].map(toTenth)
  const [top, upper, lower, bottom] = [cy - r, cy - r / 2, cy + r / 2, cy + r].map(toTenth)
  return `M${toTenth(cx)} ${top}L${right} ${upper}V${lower}L${toTenth(cx)} ${bottom}L${left} ${lower}V${upper}Z`
}

/** Rounds a coordinate to a tenth, which is below what an eye sees and keeps a honeycomb of hundreds small. */
function toTenth(value: number): number {
  return Math.round(value * 10) / 10
}
