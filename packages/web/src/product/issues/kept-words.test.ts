import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { keptWords } from './kept-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('an undo that somebody was faster than', () => {
  it('[UI218] says for how many it was taken back, and how many stay as somebody changed them', () => {
    expect(keptWords(4, 1)).toBe('Taken back for 4. 1 issue was changed since and stays as it is.')
    expect(keptWords(1, 2)).toBe('Taken back for 1. 2 issues were changed since and stay as they are.')
    expect(keptWords(0, 1)).toBe('Not taken back. 1 issue was changed since and stays as it is.')
  })
})
