import { describe, expect, it } from 'vitest'
import { digestKey } from './digest-key.ts'

describe('a digest', () => {
  it.each([
    ['1170966708', '1170966708'],
    [' 1170966708\n', '1170966708'],
    ['1234567@E394', '1234567'],
    ['ORDER-LOOKUP-7f3a', 'order-lookup-7f3a'],
    ['uc6co8vb1', 'uc6co8vb1'],
    ['7', '7'],
  ])('[PL30] is compared in one form, so that one typed from a screenshot is found: %j', (text, key) => {
    expect(digestKey(text)).toBe(key)
  })

  it.each([
    '',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    'NEXT_REDIRECT;replace;/x;307;',
    'NEXT_NOT_FOUND',
    'DYNAMIC_SERVER_USAGE',
    'BAILOUT_TO_CLIENT_SIDE_RENDERING',
    '4111111111111111',
    'ann@example.com',
    'two words',
    '-',
    '[object Object]',
    'x'.repeat(65),
  ])('[PL30] is not what no error screen shows: %j', (text) => {
    expect(digestKey(text)).toBeUndefined()
  })
})
