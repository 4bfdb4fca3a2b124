import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionQuery } from '#product/session/session-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { sendMembersOn } from './visitor.ts'

beforeEach(() => {
  queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(sessionQuery.queryKey, {
    user: { id: '1', email: 'ann@example.com', name: 'Ann' },
    organizations: [],
    scopes: [],
    publicUrl: 'http://127.0.0.1:8000',
    tracesTo: null,
    at: '2026-09-01T10:00:00.000Z',
  })
  Object.defineProperty(globalThis, 'location', { value: { hash: '' }, configurable: true })
})
afterEach(() => {
  queryClient.clear()
  Reflect.deleteProperty(globalThis, 'location')
})

/** The router hands on what the address says, also where the reader of the search left it out. */
const ledTo = async (next: string) =>
  sendMembersOn({ search: { next } }).catch(
    (thrown: { readonly options?: { readonly href?: string } }) => thrown.options?.href,
  )

describe('a signed-in user who opens the sign-in form', () => {
  it('[UI219] is led to the page they asked for', async () => {
    expect(await ledTo('/issues/1?x=2')).toBe('/issues/1?x=2')
  })

  it.each(['http://elsewhere/', '//elsewhere/', '/\\elsewhere', '/\t/elsewhere', 'javascript:alert(1)'])(
    '[UI219] is not led elsewhere by %j',
    async (next) => {
      expect(await ledTo(next)).toBe('/')
    },
  )
})
