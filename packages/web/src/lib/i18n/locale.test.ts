import { describe, expect, it } from 'vitest'
import { localeOf, withLocale, withoutLocale } from './locale.ts'

describe('the language in an address', () => {
  it('[UI20] goes and comes back on every path without a trace', () => {
    for (const path of ['/', '/issues/12', '/projects/web/issues', '/debug', '/design', '/de-luxe']) {
      expect(localeOf(path)).toBe('en')
      expect(withLocale(path, 'en')).toBe(path)
      expect(localeOf(withLocale(path, 'de'))).toBe('de')
      expect(withoutLocale(withLocale(path, 'de'))).toBe(path)
    }
  })

  it('[UI20] is taken for a prefix only as a whole segment, because a page may begin with the same letters', () => {
    expect(withLocale('/', 'de')).toBe('/de')
    expect(withoutLocale('/de')).toBe('/')
    expect(localeOf('/dev')).toBe('en')
  })
})
