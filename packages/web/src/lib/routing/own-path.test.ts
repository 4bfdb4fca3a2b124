import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const ELSEWHERE = [
  'http://elsewhere/',
  'https://evil.example',
  'HTTPS:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://evil.example/1',
  '/.//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/de//evil.example',
  '/en//evil.example',
  '/de/\\evil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '/de/%2Fevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:x',
  '/%zz',
  '%2F%2Fevil.example',
  'evil.example',
  '@evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
]

describe('a path of this site', () => {
  it.each(ELSEWHERE)('[UI219] is not %j', (asked) => {
    const path = ownPath(asked)
    expect(path).toBe('/')
  })

  it.each([undefined, null, 12, true, {}, ['/issues']])('[UI219] is not %j', (asked) => {
    expect(ownPath(asked)).toBe('/')
  })

  it.each([
    ['/', '/'],
    ['/issues/1?x=2', '/issues/1?x=2'],
    ['/de/projects/shop/issues', '/de/projects/shop/issues'],
    ['/projects/shop/releases/shop%2F1.0', '/projects/shop/releases/shop%2F1.0'],
    ['/find?text=http://elsewhere/', '/find?text=http://elsewhere/'],
    ['/issues/../tokens', '/tokens'],
    ['/issues/1#x', '/issues/1'],
  ])('[UI219] is %j', (asked, path) => {
    expect(ownPath(asked)).toBe(path)
  })

  it('[UI219] resolves to this site, whatever the browser makes of it', () => {
    for (const asked of ELSEWHERE) {
      expect(new URL(ownPath(asked), 'http://127.0.0.1:8000').origin).toBe('http://127.0.0.1:8000')
    }
  })
})
