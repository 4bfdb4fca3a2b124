import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { recognisedWords } from './known-error-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const SAID = {
  explanation: 'newer' as 'early_update',
  title: 'Brand new',
  about: 'a',
  confirm: 'b',
  fix: 'c',
}

describe('the words about a known problem', () => {
  it('[UI125] are those of the server where it knows more than the page', () => {
    expect(recognisedWords(SAID)).toBe(SAID)
  })

  it('[UI125] are the page’s own for what both know, with markup left as it is typed', () => {
    const { fix } = recognisedWords({ ...SAID, explanation: 'translated_dom' })
    expect(fix).toContain('as in <span>{text}</span>, or mark')
    expect(recognisedWords({ ...SAID, explanation: 'resize_observer_loop' }).fix).toMatch(/^Ignore it\./)
  })
})
