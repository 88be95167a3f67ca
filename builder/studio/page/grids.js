// @ts-check
/** Where the spots of a map are: the arithmetic of hexes, dots and tables, in mm from the grid's corner. */
import { movedCell } from "./moves.js";

/**
 * @typedef {[number, number]} Point
 * @typedef {{label: string, ends: [Point, Point], middle: Point}} Side
 * @typedef {{kind: string, columns: number, rows: number, digits: number, size: number, first: Point,
 *   across: number, down: number, lowered: number, width: number, depth: number, scale: number, unit: string}} GridData
 * @typedef {{
 *   kind: string, noun: string,
 *   spotAt: (point: Point) => string | null,
 *   sideAt: (point: Point) => Side | null,
 *   sidesOf: (label: string) => Side[],
 *   outline: (label: string) => Point[],
 *   center: (label: string) => Point | null,
 *   step: (label: string, key: string) => string,
 *   first: string,
 *   place: (point: Point) => string,
 *   unit: number,
 *   extent?: Point,
 *   block: (one: Point, other: Point) => string[],
 *   moved: (labels: string[], start: string, end: string, mirror: import("./moves.js").Mirror) => string[] | null,
 * }} Grid
 */

const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];

/** The grid of a view. @param {GridData} data @returns {Grid} */
export function gridOf(data) {
  if (data.kind === "hexes") { return hexGrid(data); }
  return data.kind === "dots" ? dotGrid(data) : plane(data);
}

/** @param {GridData} data */
function labels(data) {
  const pad = (/** @type {number} */ number) => String(number).padStart(data.digits, "0");
  return {
    /** @param {number} column @param {number} row */
    label: (column, row) => pad(column) + pad(row),
    /** @param {string} label @returns {Point} */
    read: (label) => [Number(label.slice(0, data.digits)), Number(label.slice(data.digits))],
    /** @param {number} column @param {number} row */
    has: (column, row) => column >= 1 && column <= data.columns && row >= 1 && row <= data.rows,
  };
}

/** The functions that grids of cells share: blocks of spots, and their new places after a move. @param {GridData} data @param {(point: Point) => Point} near the column and row nearest to a point, which may be off the map @param {boolean} isHexes */
function cellMoves(data, near, isHexes) {
  const { label, read, has } = labels(data);
  const onMap = (/** @type {Point} */ point) => {
    const [column, row] = near(point);
    return [Math.min(data.columns, Math.max(1, column)), Math.min(data.rows, Math.max(1, row))];
  };
  return {
    unit: 1,
    /** The columns and rows from one point to another, as a file names blocks. @param {Point} one @param {Point} other */
    block: (one, other) => {
      const [a, b] = onMap(one), [c, d] = onMap(other), labels = [];
      for (let column = Math.min(a, c); column <= Math.max(a, c); column += 1) {
        for (let row = Math.min(b, d); row <= Math.max(b, d); row += 1) { labels.push(label(column, row)); }
      }
      return labels;
    },
    /** The spots after a move; null if one leaves the map. @param {string[]} spots @param {string} start @param {string} end @param {import("./moves.js").Mirror} mirror */
    moved: (spots, start, end, mirror) => {
      const cells = spots.map((spot) => movedCell(read(spot), read(start), read(end), mirror, isHexes));
      return cells.every(([column, row]) => has(column, row)) ? cells.map(([column, row]) => label(column, row)) : null;
    },
  };
}

/** Flat-topped hexes; every second column is half a hex lower. @param {GridData} data @returns {Grid} */
function hexGrid(data) {
  const { label, read, has } = labels(data);
  const size = data.size, radius = size / Math.sqrt(3);
  /** @param {number} column @param {number} row @returns {Point} */
  const middle = (column, row) => [
    radius * (1.5 * (column - 1) + 1), size * (row - 0.5 + (column % 2 === 0 ? 0.5 : 0))];
  /** @param {string} spot @returns {Point[]} */
  const outline = (spot) => {
    const [x, y] = middle(...read(spot)), half = radius / 2, up = size / 2;
    return [[x - half, y - up], [x + half, y - up], [x + radius, y], [x + half, y + up], [x - half, y + up], [x - radius, y]];
  };
  /** @param {string} spot @param {number} index */
  const beside = (spot, index) => {
    const [column, row] = read(spot), lowered = column % 2 === 0;
    const steps = lowered
      ? [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]]
      : [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]];
    return /** @type {Point} */ ([column + steps[index][0], row + steps[index][1]]);
  };
  /** @param {Point} point @returns {Point} */
  const near = ([x, y]) => {
    const column = Math.round((x / radius - 1) / 1.5 + 1);
    return [column, Math.round(y / size + 0.5 - (column % 2 === 0 ? 0.5 : 0))];
  };
  /** @param {Point} point */
  const spotAt = ([x, y]) => {
    const guess = Math.round((x / radius - 1) / 1.5 + 1);
    let best = null, nearest = Infinity;
    for (let column = guess - 1; column <= guess + 1; column += 1) {
      const row = Math.round(y / size + 0.5 - (column % 2 === 0 ? 0.5 : 0));
      const [a, b] = middle(column, row), distance = (a - x) ** 2 + (b - y) ** 2;
      if (distance < nearest) { nearest = distance; best = has(column, row) ? label(column, row) : null; }
    }
    return best;
  };
  /** @param {string} spot @param {number} index @returns {Side} */
  const side = (spot, index) => {
    const corners = outline(spot), one = corners[index], other = corners[(index + 1) % 6];
    const [column, row] = beside(spot, index);
    // The name of the hex whose N, NE or SE side it is, if that hex is on the map.
    const name = index > 2 && has(column, row)
      ? `${label(column, row)}/${DIRECTIONS[(index + 3) % 6]}` : `${spot}/${DIRECTIONS[index]}`;
    return { label: name, ends: [one, other], middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] };
  };
  const sidesOf = (/** @type {string} */ spot) => DIRECTIONS.map((_, index) => side(spot, index));
  const moves = /** @type {Record<string, number[]>} */ ({ ArrowUp: [0], ArrowDown: [3], ArrowRight: [1, 2], ArrowLeft: [5, 4] });
  return {
    kind: "hexes", noun: "hex", first: label(1, 1), spotAt, outline, sidesOf, ...cellMoves(data, near, true),
    center: (spot) => { const [column, row] = read(spot); return has(column, row) ? middle(column, row) : null; },
    sideAt: (point) => {
      const spot = spotAt(point);
      if (!spot) { return null; }
      const distance = (/** @type {Side} */ one) => (one.middle[0] - point[0]) ** 2 + (one.middle[1] - point[1]) ** 2;
      return sidesOf(spot).reduce((one, other) => (distance(other) < distance(one) ? other : one));
    },
    step: (spot, key) => {
      // To the side, alternately up and down, so that the cursor stays in its row.
      const choice = moves[key], column = read(spot)[0];
      const index = choice.length === 1 ? choice[0] : choice[column % 2 === 0 ? 0 : 1];
      const [nextColumn, nextRow] = beside(spot, index);
      if (has(nextColumn, nextRow)) { return label(nextColumn, nextRow); }
      const [a, b] = beside(spot, choice[0] === index ? (choice[1] ?? index) : choice[0]);
      return has(a, b) ? label(a, b) : spot;
    },
    place: (point) => spotAt(point) ?? "",
  };
}

/** Dots with rectangular plots around them. @param {GridData} data @returns {Grid} */
function dotGrid(data) {
  const { label, read, has } = labels(data);
  /** @param {number} column */
  const low = (column) => (column % 2 === 0 ? data.lowered : 0);
  /** @param {number} column @param {number} row @returns {Point} */
  const middle = (column, row) => [
    data.first[0] + (column - 1) * data.across, data.first[1] + (row - 1) * data.down + low(column)];
  /** @param {string} spot @returns {Point[]} */
  const outline = (spot) => {
    const [x, y] = middle(...read(spot)), wide = data.across / 2, tall = data.down / 2;
    return [[x - wide, y - tall], [x + wide, y - tall], [x + wide, y + tall], [x - wide, y + tall]];
  };
  /** @param {Point} point @returns {Point} */
  const near = ([x, y]) => {
    const column = Math.round((x - data.first[0]) / data.across) + 1;
    return [column, Math.round((y - data.first[1] - low(column)) / data.down) + 1];
  };
  /** @param {Point} point */
  const spotAt = (point) => {
    const [column, row] = near(point);
    return has(column, row) ? label(column, row) : null;
  };
  /** @param {string} spot @returns {Side[]} */
  const sidesOf = (spot) => {
    const corners = outline(spot), [column, row] = read(spot);
    const others = [[column, row - 1], [column + 1, row], [column, row + 1], [column - 1, row]];
    return others.flatMap(([c, r], index) => {
      if (!has(c, r)) { return []; }
      const other = label(c, r), one = corners[index], two = corners[(index + 1) % 4];
      const name = spot < other ? `${spot}/${other}` : `${other}/${spot}`;
      return [{ label: name, ends: /** @type {[Point, Point]} */ ([one, two]), middle: /** @type {Point} */ ([(one[0] + two[0]) / 2, (one[1] + two[1]) / 2]) }];
    });
  };
  const moves = /** @type {Record<string, Point>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] });
  return {
    kind: "dots", noun: "dot", first: label(1, 1), spotAt, outline, sidesOf, ...cellMoves(data, near, false),
    center: (spot) => { const [column, row] = read(spot); return has(column, row) ? middle(column, row) : null; },
    sideAt: (point) => {
      const spot = spotAt(point), sides = spot ? sidesOf(spot) : [];
      const distance = (/** @type {Side} */ one) => (one.middle[0] - point[0]) ** 2 + (one.middle[1] - point[1]) ** 2;
      return sides.length ? sides.reduce((one, other) => (distance(other) < distance(one) ? other : one)) : null;
    },
    step: (spot, key) => {
      const [column, row] = read(spot), [across, down] = moves[key];
      return has(column + across, row + down) ? label(column + across, row + down) : spot;
    },
    place: (point) => spotAt(point) ?? "",
  };
}

/** An open table, whose spots are points in its unit, on halves. @param {GridData} data @returns {Grid} */
function plane(data) {
  const snap = 0.5;
  /** @param {Point} point @returns {Point} */
  const snapped = ([x, y]) => [
    Math.min(data.width, Math.max(0, Math.round(x / data.scale / snap) * snap)),
    Math.min(data.depth, Math.max(0, Math.round(y / data.scale / snap) * snap))];
  /** @param {string} spot @returns {Point} */
  const read = (spot) => { const [x, y] = spot.split(",").map(Number); return [x, y]; };
  /** @param {string} spot @returns {Point} */
  const center = (spot) => { const [x, y] = read(spot); return [x * data.scale, y * data.scale]; };
  const moves = /** @type {Record<string, Point>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] });
  return {
    kind: "plane", noun: "point", first: "0,0", center,
    spotAt: ([x, y]) => (x < 0 || y < 0 || x > data.width * data.scale || y > data.depth * data.scale
      ? null : snapped([x, y]).join(",")),
    unit: data.scale,
    extent: [data.width, data.depth],
    block: () => [],
    moved: () => null,
    sideAt: () => null,
    sidesOf: () => [],
    outline: (spot) => {
      const [x, y] = center(spot), wide = data.scale * 0.3;
      return [[x - wide, y], [x, y - wide], [x + wide, y], [x, y + wide]];
    },
    step: (spot, key) => {
      const [x, y] = read(spot), [across, down] = moves[key];
      return [Math.min(data.width, Math.max(0, x + across * snap)), Math.min(data.depth, Math.max(0, y + down * snap))].join(",");
    },
    place: (point) => { const [x, y] = snapped(point); return `${x}, ${y} ${data.unit}`.trim(); },
  };
}
