import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { keptWords } from './issue-actions.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('an undo after another user’s change', () => {
  it('[UI218] says how many issues it changed back and how many it left because others changed them', () => {
    expect(keptWords(4, 1)).toBe('Undone for 4 issues. 1 issue was changed by someone else and left as is.')
    expect(keptWords(1, 2)).toBe('Undone for 1 issue. 2 issues were changed by someone else and left as is.')
    expect(keptWords(0, 1)).toBe('Nothing was undone. 1 issue was changed by someone else and left as is.')
  })
})
