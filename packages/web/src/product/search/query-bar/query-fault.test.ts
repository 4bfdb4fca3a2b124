import { describe, expect, it } from 'vitest'
import { excerptAt } from './query-fault.tsx'

describe('the excerpt with a mistake', () => {
  it('[UI202] shows a short query whole', () => {
    const parts = excerptAt('is:open cart', { at: 3, length: 4 })
    expect(parts).toEqual({ before: 'is:', marked: 'open', after: ' cart' })
    expect(excerptAt('a OR', { at: 4, length: 0 })).toEqual({ before: 'a OR', marked: ' ', after: '' })
  })

  it('[UI202] begins a long one shortly before the mistake, which stays in sight on a phone', () => {
    const query = 'is:unresolved level:error browser:"Chrome 156" times:>abc x'
    const { before, marked, after } = excerptAt(query, { at: query.indexOf('>abc'), length: 4 })
    expect(before).toBe('…ser:"Chrome 156" times:')
    expect(before.length).toBeLessThanOrEqual(24)
    expect([marked, after]).toEqual(['>abc', ' x'])
  })
})
