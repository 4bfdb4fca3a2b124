import type { EventSummary } from '@hindcast/contract/events/events.ts'
import { describe, expect, it } from 'vitest'
import { columnValue, readColumns, USUAL_COLUMNS, writeColumns } from './event-columns.ts'

describe('columns of the list of events', () => {
  it('[UI161] stand in the address, each once, and the usual ones are left out of it', () => {
    expect(readColumns(undefined)).toEqual(USUAL_COLUMNS)
    expect(readColumns('os, plan,os,')).toEqual(['os', 'plan'])
    expect(readColumns('')).toEqual([])
    expect(writeColumns(['os', 'plan'])).toBe('os,plan')
    expect(writeColumns(USUAL_COLUMNS)).toBeUndefined()
    expect(readColumns('a,b,c,d,e,f,g,h,i')).toHaveLength(8)
  })

  it('[UI161] show what the query would call it, and tags under their own names', () => {
    const event = {
      transaction: '/cart',
      handled: false,
      release: null,
      os: 'iOS 18',
      tags: [{ key: 'plan', value: 'pro' }],
    } as unknown as EventSummary
    const shown = ['route', 'handled', 'release', 'os', 'plan', 'other'].map((name) =>
      columnValue(event, name),
    )
    expect(shown).toEqual(['/cart', 'no', undefined, 'iOS 18', 'pro', undefined])
  })
})
