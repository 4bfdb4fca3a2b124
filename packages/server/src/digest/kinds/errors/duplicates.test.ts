import { describe, expect, it } from 'vitest'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { aPayload } from '#domain/testing.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import { withoutDuplicates } from './duplicates.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'
import { waitingEvent } from './waiting-event.ts'
import type { WaitingEvent } from './waiting-event.ts'

const ID = 'a'.repeat(32)

function eventAt(position: number, projectId = '1'): WaitingEvent {
  const body = anEnvelope([
    { type: 'event', payload: aPayload({ event_id: ID, tags: { at: String(position) } }) },
  ])
  const context = { spoolId: 'spool', settings: DEFAULT_PROJECT_SETTINGS, filters: [] }
  return waitingEvent(digestInParts(aRecord(body, { projectId }, position), context).events[0]!)
}

/** As the store answers where the event of project 1 was stored from this position. */
const storedFrom = (position?: number) => ({
  known: async (projectId: string) =>
    new Map(projectId === '1' && position !== undefined ? [[ID, position]] : []),
})

async function deduplicated(events: readonly WaitingEvent[], position?: number) {
  const { events: kept, counts } = await withoutDuplicates(
    events,
    { records: {}, telemetry: storedFrom(position) },
    'spool',
  )
  return {
    kept: kept.map(({ row }) => row.seq),
    counts: counts.map((count) => `${count.position} ${count.outcome} ${count.reason}`.trim()),
  }
}

describe('withoutDuplicates', () => {
  it('[PL8] keeps a replayed event that the store has from the same record', async () => {
    expect(await deduplicated([eventAt(100)], 100)).toEqual({ kept: [100], counts: ['100 accepted'] })
  })

  it('[PL8] keeps a replayed event that an earlier version stored under a number behind its position', async () => {
    expect(await deduplicated([eventAt(100)], 103)).toEqual({ kept: [100], counts: ['100 accepted'] })
  })

  it('[PL8] drops an event whose id the store has from an earlier record', async () => {
    expect(await deduplicated([eventAt(100)], 40)).toEqual({ kept: [], counts: ['100 dropped duplicate'] })
  })

  it('[PL8] drops an event that another node has claimed, and claims before it asks what is stored', async () => {
    const asked: string[] = []
    const records = {
      claim: async (spoolId: string, events: ReadonlyArray<{ readonly position: number }>) => {
        asked.push(`claim ${spoolId} ${events.map(({ position }) => position).join(' ')}`)
        return new Set([`1/${ID}`])
      },
    }
    const telemetry = {
      known: async () => {
        asked.push('known')
        return new Map<string, number>()
      },
    }
    const events = [eventAt(100), eventAt(200, '2')]
    const { events: kept, counts } = await withoutDuplicates(events, { records, telemetry }, 'spool')
    expect(kept.map(({ row }) => row.seq)).toEqual([200])
    expect(counts.map(({ position, reason }) => `${position} ${reason}`.trim())).toEqual([
      '100 duplicate',
      '200',
    ])
    expect(asked).toEqual(['claim spool 100 200', 'known', 'known'])
  })

  it('[PL8] keeps the first of two events of a batch with one id, replayed or not', async () => {
    const expected = { kept: [100], counts: ['100 accepted', '200 dropped duplicate'] }
    expect(await deduplicated([eventAt(100), eventAt(200)])).toEqual(expected)
    expect(await deduplicated([eventAt(100), eventAt(200)], 100)).toEqual(expected)
  })

  it('[PL8] lets every project have the id, and keeps the order of the log', async () => {
    const later = eventAt(300, '2')
    const other = { ...later, row: { ...later.row, eventId: 'b'.repeat(32) } }
    const events = [eventAt(100, '2'), eventAt(200, '1'), other]
    expect((await deduplicated(events)).kept).toEqual([100, 200, 300])
  })
})
