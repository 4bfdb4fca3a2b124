import { formatBits, placeFunctions, type Grid } from './qr-grid.ts'
import { correctionOf } from './qr-correction.ts'

/** Per block, and how many blocks, for correction level M; the first is version 1. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/**
 * The text as a QR code (ISO/IEC 18004: bytes, level M, versions 1 to 20): rows of dark and light squares. Undefined
 * where it is longer than 666 bytes.
 */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text)
  const version = CORRECTION.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1
  if (version === 0) return undefined
  const words = interleaved(version, dataWords(version, bytes))
  const grid = placeFunctions(version)
  const free = placeData(grid, words)
  const masks = MASKS.map((isMasked, mask) => masked(grid, free, isMasked, mask))
  return masks.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

/** Squares that are neither pattern nor format, in bytes. */
function totalWords(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const patterns = version === 1 ? 0 : 25 * alignments ** 2 - 10 * alignments - 55
  const bits = (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0)
  return Math.floor(bits / 8)
}

const dataCount = (version: number): number =>
  totalWords(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!

const countBits = (version: number): number => (version < 10 ? 8 : 16)

const capacity = (version: number): number =>
  Math.floor((dataCount(version) * 8 - 4 - countBits(version)) / 8)

function dataWords(version: number, bytes: Uint8Array): readonly number[] {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, countBits(version))]
  for (const byte of bytes) bits.push(...bitsOf(byte, 8))
  const room = dataCount(version) * 8
  for (let end = 0; end < 4 && bits.length < room; end++) bits.push(0)
  while (bits.length % 8 !== 0) bits.push(0)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) bits.push(...bitsOf(pad, 8))
  return Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  )
}

function bitsOf(value: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => (value >>> (count - 1 - index)) & 1)
}

/** The blocks take turns, so that a scratch hurts each of them a little; the later ones are one word longer. */
function interleaved(version: number, words: readonly number[]): readonly number[] {
  const count = BLOCKS[version - 1]!
  const short = Math.floor(words.length / count)
  const longer = words.length % count
  let start = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = short + (index >= count - longer ? 1 : 0)
    start += length
    return words.slice(start - length, start)
  })
  const corrections = blocks.map((block) => correctionOf(block, CORRECTION[version - 1]!))
  const turns = (lists: readonly (readonly number[])[], longest: number) =>
    Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return [...turns(blocks, short + 1), ...turns(corrections, CORRECTION[version - 1]!)]
}

/** Up and down in pairs of columns from the right, past the upright timing line. Answers which squares hold data. */
function placeData(
  { size, dark, fixed }: Grid,
  words: readonly number[],
): readonly (readonly [number, number])[] {
  const free: [number, number][] = []
  for (let right = size - 1, upwards = true; right >= 1; right -= 2, upwards = !upwards) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step
      for (const column of [right, right - 1]) if (!fixed[row]![column]!) free.push([row, column])
    }
  }
  for (const [index, [row, column]] of free.entries()) {
    dark[row]![column] = (((words[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1) === 1
  }
  return free
}

type IsMasked = (row: number, column: number) => boolean

const MASKS: readonly IsMasked[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

function masked(
  { dark, size }: Grid,
  free: readonly (readonly [number, number])[],
  isMasked: IsMasked,
  mask: number,
): boolean[][] {
  const squares = dark.map((row) => [...row])
  for (const [row, column] of free) {
    if (isMasked(row, column)) squares[row]![column] = !squares[row]![column]
  }
  for (const [row, column, isDark] of formatBits(size, mask)) squares[row]![column] = isDark
  return squares
}

/** How hard it is to read: long runs, blocks, what looks like a corner, and too much of one shade. */
function penalty(squares: readonly (readonly boolean[])[]): number {
  const columns = squares.map((_, column) => squares.map((row) => row[column]!))
  const lines = [...squares, ...columns].map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''))
  let points = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2
    for (const corner of ['10111010000', '00001011101']) points += 40 * (line.split(corner).length - 1)
  }
  for (let row = 1; row < squares.length; row++) {
    for (let column = 1; column < squares.length; column++) {
      const isDark = squares[row]![column]
      const isBlock =
        squares[row - 1]![column] === isDark &&
        squares[row]![column - 1] === isDark &&
        squares[row - 1]![column - 1] === isDark
      if (isBlock) points += 3
    }
  }
  const share = squares.flat().filter(Boolean).length / squares.length ** 2
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20)
}
