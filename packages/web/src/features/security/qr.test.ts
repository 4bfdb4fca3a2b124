import { describe, expect, it } from 'vitest'
import { browserName } from './browser-name.ts'
import { qrCode } from './qr.ts'

const picture = (text: string) =>
  qrCode(text)!.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

describe('the QR code', () => {
  it('[UI143] is the picture that other readers decode', () => {
    // Read back as "HINDCAST" by a decoder of somebody else.
    expect(picture('HINDCAST')).toMatchInlineSnapshot(`
      [
        "#######..#..#.#######",
        "#.....#..#.#..#.....#",
        "#.###.#.#.###.#.###.#",
        "#.###.#.####..#.###.#",
        "#.###.#.##.##.#.###.#",
        "#.....#.#...#.#.....#",
        "#######.#.#.#.#######",
        "........#.###........",
        "#.#####.....#.#####..",
        "###.##.###..##.......",
        "#.##..##.#.#.....###.",
        "###.#..##.#.....###..",
        "#.....#...##...#..#.#",
        "........##.####..#...",
        "#######...#.#.#....#.",
        "#.....#.#..####..##..",
        "#.###.#.###.#..#..#.#",
        "#.###.#.#.#.#..#.##..",
        "#.###.#.####.#....#..",
        "#.....#.........###..",
        "#######.#.##.#.#..##.",
      ]
    `)
  })

  it('[UI143] grows with the text up to 666 bytes, and is none beyond', () => {
    const sizes = [14, 15, 213, 214, 666].map((length) => qrCode('x'.repeat(length))!.length)
    expect(sizes).toEqual([21, 25, 57, 61, 97])
    expect(qrCode('x'.repeat(667))).toBeUndefined()
    expect(qrCode('ü'.repeat(334))).toBeUndefined()
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

describe('a browser', () => {
  it('[UI144] is named so that one knows one’s own machines', () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
    expect(browserName(chrome)).toBe('Chrome, Linux')
    expect(browserName(`${chrome} Edg/140.0`)).toBe('Edge, Linux')
    expect(
      browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'),
    ).toBe('Safari, iOS')
    expect(browserName('curl/8')).toBeUndefined()
  })
})
