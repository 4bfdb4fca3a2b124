import { describe, expect, it } from 'vitest'
import { optionAfter } from './use-combobox.ts'

describe('the keys of a list under a field', () => {
  it('[UI185] goes from the last option to the first and back', () => {
    expect(optionAfter('ArrowDown', 0, 3)).toBe(1)
    expect(optionAfter('ArrowDown', 2, 3)).toBe(0)
    expect(optionAfter('ArrowUp', 0, 3)).toBe(2)
  })

  it('[UI185] stays where it is when there is nothing to go to', () => {
    expect(optionAfter('ArrowDown', 0, 0)).toBe(0)
    expect(optionAfter('ArrowUp', 0, 0)).toBe(0)
  })

  it('[UI185] begins at either end where no option is active yet', () => {
    expect(optionAfter('ArrowDown', -1, 3)).toBe(0)
    expect(optionAfter('ArrowUp', -1, 3)).toBe(2)
  })

  it('[UI185] stops a page at the ends', () => {
    expect(optionAfter('PageDown', 1, 20)).toBe(9)
    expect(optionAfter('PageDown', 15, 20)).toBe(19)
    expect(optionAfter('PageUp', 3, 20)).toBe(0)
  })

  it('[UI185] leaves the keys that move in the text to it', () => {
    for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight', 'a'])
      expect(optionAfter(key, 1, 3)).toBeUndefined()
  })
})
