// @ts-check
/** Where the cells of a figure go in a move: the same arithmetic as on the server. */

/**
 * @typedef {[number, number]} Cell
 * @typedef {"none" | "left-right" | "up-down" | "both"} Mirror
 */

const half = (/** @type {number} */ column) => Math.floor((column - 1) / 2);

/**
 * A cell of a figure that is mirrored around `start`, which then goes to `end`. Hexes keep their distances, other cells
 * their differences of columns and rows.
 * @param {Cell} cell @param {Cell} start @param {Cell} end @param {Mirror} mirror @param {boolean} isHexes
 * @returns {Cell}
 */
export function movedCell(cell, start, end, mirror, isHexes) {
  const isAcross = mirror === "left-right" || mirror === "both", isDown = mirror === "up-down" || mirror === "both";
  let across = cell[0] - start[0], down = cell[1] - start[1];
  if (!isHexes) { return [end[0] + (isAcross ? -across : across), end[1] + (isDown ? -down : down)]; }
  down += half(start[0]) - half(cell[0]);
  if (isAcross) { [across, down] = [-across, down + across]; }
  if (isDown) { down = -down - across; }
  const column = end[0] + across;
  return [column, end[1] + down + half(column) - half(end[0])];
}

/** A point of a table in the same move. @param {Cell} point @param {Cell} start @param {Cell} end @param {Mirror} mirror @returns {Cell} */
export function movedPoint(point, start, end, mirror) { return movedCell(point, start, end, mirror, false); }
