export interface Grid {
  readonly size: number
  readonly dark: boolean[][]
  /** Squares of patterns, format and version: no data goes there. */
  readonly fixed: boolean[][]
}

/** Everything that is the same whatever the code says, for its size. */
export function placeFunctions(version: number): Grid {
  const size = version * 4 + 17
  const empty = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const grid = { size, dark: empty(), fixed: empty() }
  const set = (row: number, column: number, isDark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return
    grid.dark[row]![column] = isDark
    grid.fixed[row]![column] = true
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    rings(row, column, 4, (ring) => ring !== 2 && ring !== 4, set)
  }
  placeAlignments(version, size, set)
  for (const [row, column] of formatBits(size, 0)) set(row, column, false)
  for (const [row, column, isDark] of versionBits(version, size)) set(row, column, isDark)
  return grid
}

type Set = (row: number, column: number, isDark: boolean) => void

function rings(
  row: number,
  column: number,
  reach: number,
  isDark: (ring: number) => boolean,
  set: Set,
): void {
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      set(row + down, column + across, isDark(Math.max(Math.abs(down), Math.abs(across))))
    }
  }
}

function placeAlignments(version: number, size: number, set: Set): void {
  const places = alignmentsOf(version, size)
  const last = places.length - 1
  for (const [i, row] of places.entries()) {
    for (const [j, column] of places.entries()) {
      // Where the three corners are there is no room for one.
      if ((i === 0 && (j === 0 || j === last)) || (i === last && j === 0)) continue
      rings(row, column, 2, (ring) => ring !== 1, set)
    }
  }
}

/** Evenly from the far edge back to the second; the first is always at 6. */
function alignmentsOf(version: number, size: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (count - 1) / 2) * 2
  const later = Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)
  return [6, ...later]
}

type Square = readonly [row: number, column: number, isDark: boolean]

/** Level M and the mask with their own correction, twice. */
export function formatBits(size: number, mask: number): readonly Square[] {
  const bits = withRest(mask, 10, 0x537) ^ 0x5412
  const bit = (index: number) => ((bits >>> index) & 1) === 1
  const squares: Square[] = [[size - 8, 8, true]]
  for (let index = 0; index < 15; index++) {
    // Beside the upper left corner, around the timing lines.
    if (index < 8) squares.push([index < 6 ? index : index + 1, 8, bit(index)])
    else squares.push([8, index === 8 ? 7 : 14 - index, bit(index)])
    // And once more, half below the upper right, half beside the lower left.
    squares.push(index < 8 ? [8, size - 1 - index, bit(index)] : [size - 15 + index, 8, bit(index)])
  }
  return squares
}

function versionBits(version: number, size: number): readonly Square[] {
  if (version < 7) return []
  const bits = withRest(version, 12, 0x1f25)
  return Array.from({ length: 18 }, (_, index): Square[] => {
    const isDark = ((bits >>> index) & 1) === 1
    const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)]
    return [
      [near, far, isDark],
      [far, near, isDark],
    ]
  }).flat()
}

/** A number with what remains of it behind it. */
function withRest(value: number, bits: number, divisor: number): number {
  let rest = value
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * divisor)
  return (value << bits) | rest
}
