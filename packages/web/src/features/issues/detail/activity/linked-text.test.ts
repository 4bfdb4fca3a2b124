import { describe, expect, it } from 'vitest'
import { linkedText } from './linked-text.ts'

describe('a comment', () => {
  it('[UI153] is shown as it was written, with its addresses as links', () => {
    expect(linkedText('See https://a.example/x?y=1, **not** <b>javascript:alert(1)</b>')).toEqual([
      { text: 'See ', href: undefined },
      { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { text: ', **not** <b>javascript:alert(1)</b>', href: undefined },
    ])
    expect(linkedText('(http://b.example).')).toEqual([
      { text: '(', href: undefined },
      { text: 'http://b.example', href: 'http://b.example' },
      { text: ').', href: undefined },
    ])
    expect(linkedText('nothing')).toEqual([{ text: 'nothing', href: undefined }])
  })
})
