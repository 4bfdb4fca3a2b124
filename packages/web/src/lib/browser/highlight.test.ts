import { describe, expect, it } from 'vitest'
import { grammarOf, tokenLines, wholeParts } from './highlight.ts'

describe('highlighted code', () => {
  it('[UI58] becomes lines of tokens with the innermost kind, never HTML', () => {
    expect(
      tokenLines('<span class="hljs-keyword">if</span> (a &lt; b)\n<span class="hljs-comment">/* x'),
    ).toEqual([
      [
        { text: 'if', kind: 'keyword' },
        { text: ' (a < b)', kind: '' },
      ],
      [{ text: '/* x', kind: 'comment' }],
    ])
  })

  it('[UI58] carries a comment over several lines', () => {
    expect(tokenLines('<span class="hljs-comment">a\nb</span>\nc')).toEqual([
      [{ text: 'a', kind: 'comment' }],
      [{ text: 'b', kind: 'comment' }],
      [{ text: 'c', kind: '' }],
    ])
  })

  it('[UI58] reads a line that the SDK cut by itself, so that half a string colours nothing else', () => {
    expect(wholeParts(['a', 'b', "'c {snip}", 'd', 'e'])).toEqual([['a', 'b'], ["'c {snip}"], ['d', 'e']])
  })

  it('[UI58] takes the ending of a file before the platform, and guesses nothing', () => {
    expect(grammarOf('/app/price.tsx', 'python')).toBe('typescript')
    expect(grammarOf('<anonymous>', 'node')).toBe('typescript')
    expect(grammarOf('main.rs', 'native')).toBeUndefined()
  })
})
