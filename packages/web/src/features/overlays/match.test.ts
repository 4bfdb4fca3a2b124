import { describe, expect, it } from 'vitest'
import { bestMatches, matchOf } from './match.ts'

const ROWS = [
  'Go to issues',
  'Go to intake',
  'Resolve',
  'Find by id',
  'New project',
  'Go to project settings',
]
const best = (typed: string) => bestMatches(ROWS, typed, (row) => [row])

describe('what the palette finds', () => {
  it('[UI80] finds a command by the beginnings of its words in any order, so that few letters are enough', () => {
    expect(best('iss')).toEqual(['Go to issues'])
    expect(best('iss go')).toEqual(['Go to issues'])
    expect(best('g int')).toEqual(['Go to intake'])
    expect(best('zzz')).toEqual([])
  })

  it('[UI80] shows everything in its own order while nothing is typed', () => {
    expect(best('  ')).toEqual(ROWS)
  })

  it('[UI80] puts a title that begins with the text before one that only holds it', () => {
    expect(best('project')).toEqual(['New project', 'Go to project settings'])
    expect(best('go to p')[0]).toBe('Go to project settings')
  })

  it('[UI81] finds a German title by its English words, and with or without its umlauts', () => {
    expect(matchOf('dropped', 'Zur Annahme', 'intake dropped')).toBeGreaterThan(0)
    expect(matchOf('schlussel', 'Schlüssel')).toBe(100)
    expect(matchOf('schließen', 'Menü schliessen')).toBeGreaterThan(0)
  })

  it('[UI81] prefers the translated title to the English words', () => {
    const rows = [
      { title: 'Zur Annahme', words: 'intake find' },
      { title: 'Finden nach Kennung', words: '' },
    ]
    expect(bestMatches(rows, 'find', ({ title, words }) => [title, words])[0]?.title).toBe(
      'Finden nach Kennung',
    )
  })
})
