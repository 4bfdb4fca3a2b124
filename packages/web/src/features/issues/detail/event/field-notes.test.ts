import { describe, expect, it } from 'vitest'
import { FIELDS, notesOn, otherNotes } from './field-notes.ts'

const aCut = (path: string) => ({ path, unit: 'characters', limit: 8192, original: 12_000 }) as const

describe('notes on changed fields', () => {
  it('[UI56] puts every shortened and every replaced field beside the section that shows it, none left out', () => {
    const event = {
      cuts: [aCut('exception.values.0.value'), aCut('extra.blob'), aCut('transaction')],
      scrubbed: [{ path: 'request.headers.Authorization', rule: 'header' }],
    }
    expect(notesOn(event, FIELDS.stack).cuts).toEqual([aCut('exception.values.0.value')])
    expect(notesOn(event, FIELDS.contexts).cuts).toEqual([aCut('extra.blob')])
    expect(notesOn(event, FIELDS.request).scrubbed).toHaveLength(1)
    expect(otherNotes(event)).toEqual({ cuts: [aCut('transaction')], scrubbed: [] })
  })
})
