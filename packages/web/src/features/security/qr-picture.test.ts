import { describe, expect, it } from 'vitest'
import { qrSquares } from './qr-picture.tsx'

const picture = (text: string) =>
  qrSquares(text)!.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

describe('the QR code', () => {
  it('[UI143] is the picture that other readers decode', () => {
    // Verified with an independent decoder to read "hindcast".
    expect(picture('hindcast')).toMatchInlineSnapshot(`
      [
        "#######..##.#.#######",
        "#.....#..#..#.#.....#",
        "#.###.#.#..#..#.###.#",
        "#.###.#.#...#.#.###.#",
        "#.###.#.#..##.#.###.#",
        "#.....#.##..#.#.....#",
        "#######.#.#.#.#######",
        "........##.##........",
        "#.#####..##.#.#####..",
        "#..#...#.#..##..#...#",
        ".###.###...#.....###.",
        "#.##.#.#.##.....###..",
        "..###.####.#...#....#",
        "........#..####.##..#",
        "#######..#..#.#....#.",
        "#.....#.#######..##..",
        "#.###.#.#...#..#....#",
        "#.###.#.#.#.#..####..",
        "#.###.#.####.#....#..",
        "#.....#..#......###..",
        "#######.####.#.#...#.",
      ]
    `)
  })

  it('[UI143] grows with the text, and is none for one that no code can hold', () => {
    const sizes = [14, 15, 213, 214, 666].map((length) => qrSquares('x'.repeat(length))!.length)
    expect(sizes).toEqual([21, 25, 57, 61, 97])
    expect(qrSquares('x'.repeat(4000))).toBeUndefined()
  })

  it('[UI143] has its three corners, whatever it says', () => {
    for (const text of ['', 'a', 'otpauth://totp/Hindcast:ann@example.com?secret=ABC']) {
      const rows = picture(text)
      for (const corner of [rows.map((row) => row.slice(0, 7)), rows.map((row) => row.slice(-7))]) {
        expect(corner.slice(0, 7)).toEqual([
          '#######',
          '#.....#',
          '#.###.#',
          '#.###.#',
          '#.###.#',
          '#.....#',
          '#######',
        ])
      }
      expect(rows.at(-1)!.slice(0, 8)).toBe('#######.')
    }
  })
})
