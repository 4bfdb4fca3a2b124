import { describe, expect, it } from 'vitest'
import { createAddressBook } from './address-book.ts'

describe('createAddressBook', () => {
  it('reads a target the same way the second time, whatever came between', () => {
    const addressOf = createAddressBook()
    const first = addressOf('/api/1/envelope/?sentry_key=A')
    expect(first).toMatchObject({ route: { project: '1', endpoint: 'envelope' }, query: { key: 'A' } })
    for (let other = 0; other < 5_000; other++) {
      expect(addressOf(`/api/${other + 2}/store/?sentry_key=${other}`)?.query.key).toBe(`${other}`)
    }
    expect(addressOf('/api/1/envelope/?sentry_key=A')).toEqual(first)
    expect(addressOf('/api/1/envelope/?sentry_key=B')?.query.key).toBe('B')
  })

  it('has none for what is not an ingest address', () => {
    const addressOf = createAddressBook()
    expect(addressOf('/api/v1/issues')).toBeUndefined()
    expect(addressOf('/api/v1/issues')).toBeUndefined()
  })
})
