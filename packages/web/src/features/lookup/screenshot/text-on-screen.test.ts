import { describe, expect, it } from 'vitest'
import { textOnScreen } from './text-on-screen.ts'

describe('the text of a screenshot', () => {
  it.each([
    [
      'This page couldn’t load\nA server error occurred. Reload to try again.\nERROR 1170966708\n',
      'ERROR 1170966708',
    ],
    ['Application error: a server-side exception has occurred\n\nDigest: 1036831656', 'Digest 1036831656'],
    ['Digest: 1O36B3l656.', 'Digest 1036831656'],
    ['Digest: X7-4MQ2', 'Digest X7-4MQ2'],
    ['ERROR 1170966708@E394', 'ERROR 1170966708@E394'],
    ['Reference fc6d8c0c43fc4630ad850ee518f1b9d0', 'fc6d8c0c43fc4630ad850ee518f1b9d0'],
    ['An error occurred.\nPlease try again.', undefined],
    ['', undefined],
  ])('[UI308] of %j is looked up as %s', (text, expected) => {
    expect(textOnScreen(text)).toBe(expected)
  })

  it('[UI308] is searched in time that grows with its length', () => {
    expect(textOnScreen('error '.repeat(20_000))).toBeUndefined()
    expect(textOnScreen('digest :'.repeat(20_000))).toBeUndefined()
  })
})
