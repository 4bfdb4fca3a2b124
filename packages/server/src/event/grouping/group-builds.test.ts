import { describe, expect, it } from 'vitest'
import { aFrame, anEvent, anException } from '#domain/testing.ts'
import { group } from './group.ts'
import { groupV1 } from './group-v1.ts'

const crashIn = (file: string, fn: string, value = 'the till is empty') => {
  const absPath = `https://shop.example/assets/${file}`
  const frames = [aFrame({ absPath, filename: absPath, function: fn, inApp: true })]
  return anEvent({ exceptions: [anException({ type: 'TypeError', value, frames })] })
}
const grouped = (...crash: Parameters<typeof crashIn>) => group(crashIn(...crash), undefined, undefined)

describe('builds whose hash reads like words', () => {
  it.each([
    ['nothing but a minified name', 'el'],
    ['a name of three letters', 'run'],
    ['a name that survives', 'openTill'],
  ])('[GR99] are one with the others where the stack has %s', (_, fn) => {
    const usual = grouped('page-CnNJ7PvQ.js', fn)
    for (const file of ['page-DkudvUxd.js', 'page-dkudvUxd.js?v=3', 'page-AbCdEfGh.js'])
      expect(grouped(file, fn).fingerprint).toBe(usual.fingerprint)
  })

  it('[GR99] are one with the others in words that all engines share', () => {
    const usual = grouped('page-CnNJ7PvQ.js', 'el', "Cannot read properties of undefined (reading 'price')")
    const wordlike = grouped('page-DkudvUxd.js', 'tl', "undefined is not an object (evaluating 'e.price')")
    expect(wordlike.fingerprint).toBe(usual.fingerprint)
  })

  it('[GR99] join an issue that such a build opened before this was known', () => {
    const crash = crashIn('page-DkudvUxd.js', 'openTill')
    expect(group(crash, undefined, undefined).earlier).toEqual({
      fingerprint: groupV1(crash, undefined).fingerprint,
      sameMessage: false,
      names: true,
    })
  })

  it('[GR99] keep names from the source', () => {
    for (const file of ['user-settings.js', 'user-Settings.js', 'UserList.js', 'page-TheUserList.js']) {
      const crash = crashIn(file, 'openTill')
      expect(group(crash, undefined, undefined)).toEqual(groupV1(crash, undefined))
    }
  })
})
