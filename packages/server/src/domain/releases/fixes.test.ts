import { expect, it } from 'vitest'
import { fixesIn } from './fixes.ts'

const read = (message: string) =>
  fixesIn(message).map(({ projectSlug, number }) => `${projectSlug} ${number}`)

it.each([
  ['Fixes WEB-1A', ['web 42']],
  ['cart: round prices\n\nfixes: my-shop-1A, API-2 and web-3.', ['my-shop 42', 'api 2', 'web 3']],
  ['Resolve WEB-2 & WEB-3; closed WEB-4', ['web 2', 'web 3', 'web 4']],
  ['fixes #12, see WEB-2', []],
  ['prefixes WEB-2 and fixture WEB-3', []],
  ['Fixes WEB-12345678901', []],
  ['Fixes the bug of WEB-2', []],
  ['', []],
])('[RE41] reads which issues %j fixes', (message, expected) => {
  expect(read(message)).toEqual(expected)
})
