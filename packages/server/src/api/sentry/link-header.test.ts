import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { decodeCursor, encodeCursor, linkHeader } from './link-header.ts'

const URL_HERE = 'http://127.0.0.1:8000/api/0/projects/main/web/events/?limit=2&cursor=9:0:0'

describe('paging as Sentry does it', () => {
  it('[AP17] names both directions with absolute addresses and says which one to follow', () => {
    expect(linkHeader('https://h.example', URL_HERE, '42')).toBe(
      '<https://h.example/api/0/projects/main/web/events/?limit=2&cursor=0:0:1>; rel="previous"; results="false"; cursor="0:0:1", ' +
        '<https://h.example/api/0/projects/main/web/events/?limit=2&cursor=42:0:0>; rel="next"; results="true"; cursor="42:0:0"',
    )
  })

  it('[AP17] says that nothing follows at the end', () => {
    expect(linkHeader('https://h.example', 'http://x/api/0/organizations/', undefined)).toBe(
      '<https://h.example/api/0/organizations/?cursor=0:0:1>; rel="previous"; results="false"; cursor="0:0:1", ' +
        '<https://h.example/api/0/organizations/?cursor=0:100:0>; rel="next"; results="false"; cursor="0:100:0"',
    )
  })

  it.each(['42', 'WyJsYXN0X3NlZW4iLDE3XQ'])('[AP17] reads back the cursor it wrote: %s', (cursor) => {
    expect(decodeCursor(encodeCursor(cursor))).toBe(cursor)
    expect(encodeCursor(cursor)).toMatch(/^[\w-]+:0:0$/)
  })

  it.each([undefined, '', '0:0:0', '0:0:1'])('[AP17] takes %s for the first page', (cursor) => {
    expect(decodeCursor(cursor)).toBeUndefined()
  })

  it('[AP17] refuses a cursor that is not its own', () => {
    expect(() => decodeCursor('tomorrow')).toThrow(AppError)
  })
})
