import { beforeEach, describe, expect, it } from 'vitest'
import type { DigestMessage } from '@hindcast/contract/intake/live.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { aWireMessage } from '#api/testing/request-records.ts'
import { createLiveHub } from './live-hub.ts'
import type { LiveEvent } from './recent-messages.ts'

const small = {
  ...LIMITS.live,
  queuedMessages: 2,
  replayedMessages: 3,
  readers: 2,
} as unknown as typeof LIMITS.live

function digest(projectId: string, events: number): DigestMessage {
  return { type: 'digest', projectId, issueIds: ['1'], created: [], events }
}

function audience(...projectIds: string[]) {
  return { projectIds: new Set(projectIds), unmatched: false }
}

async function drain(subscription: { next(ms: number): Promise<LiveEvent | 'idle' | 'closed'> }) {
  const events: LiveEvent[] = []
  for (;;) {
    const event = await subscription.next(0)
    if (typeof event === 'string') return events
    events.push(event)
  }
}

describe('live hub', () => {
  it('[AP12] sends a reader only messages of the requested projects', async () => {
    const hub = createLiveHub()
    const reader = hub.subscribe(audience('1'))
    hub.publish(digest('2', 1))
    hub.publish(digest('1', 2))
    expect((await drain(reader)).map(({ message }) => message)).toEqual([digest('1', 2)])
  })

  it('[AP12] resolves a waiting reader', async () => {
    const hub = createLiveHub()
    const next = hub.subscribe(audience('1')).next(60_000)
    hub.publish(digest('1', 7))
    expect(await next).toMatchObject({ message: { events: 7 } })
  })

  it('[AP13] replaces what a slow reader could not take by one reset, so that its queue stays bounded', async () => {
    const hub = createLiveHub(small)
    const reader = hub.subscribe(audience('1'))
    for (let events = 1; events <= 3; events += 1) hub.publish(digest('1', events))
    expect((await drain(reader)).map(({ message }) => message.type)).toEqual(['reset'])
    hub.publish(digest('1', 4))
    expect((await drain(reader)).map(({ message }) => message.type)).toEqual(['digest'])
  })

  it('[AP14] replays what a reader missed between two connections', async () => {
    const hub = createLiveHub()
    const first = hub.subscribe(audience('1'))
    hub.publish(digest('1', 1))
    const [seen] = await drain(first)
    first.close()
    hub.publish(digest('2', 2))
    hub.publish(digest('1', 3))
    const again = await drain(hub.subscribe(audience('1'), { lastEventId: seen!.id }))
    expect(again.map(({ message }) => message)).toEqual([digest('1', 3)])
  })

  it.each(['nonsense', 'deadbeef-3', ''])(
    '[AP14] asks a reader to read everything again when its last id is not known: "%s"',
    async (lastEventId) => {
      const hub = createLiveHub(small)
      const events = await drain(hub.subscribe(audience('1'), { lastEventId }))
      expect(events.map(({ message }) => message.type)).toEqual(lastEventId === '' ? [] : ['reset'])
    },
  )

  it('[AP14] asks everybody for a reset when something may have happened unheard', async () => {
    const hub = createLiveHub()
    const [here, away] = [hub.subscribe(audience('1')), hub.subscribe(audience('1'))]
    hub.publish(digest('1', 1))
    const [seen] = await drain(away)
    away.close()
    hub.reset()
    expect((await drain(here)).map(({ message }) => message.type)).toEqual(['digest', 'reset'])
    const back = hub.subscribe(audience('1'), { lastEventId: seen!.id })
    expect((await drain(back)).map(({ message }) => message.type)).toEqual(['reset'])
    hub.publish(digest('1', 2))
    expect((await drain(here)).map(({ message }) => message)).toEqual([digest('1', 2)])
  })

  it('[AP14] asks for a reset when more was missed than is kept', async () => {
    const hub = createLiveHub(small)
    const first = hub.subscribe(audience('1'))
    hub.publish(digest('1', 0))
    const [seen] = await drain(first)
    first.close()
    for (let events = 1; events <= 4; events += 1) hub.publish(digest('1', events))
    const events = await drain(hub.subscribe(audience('1'), { lastEventId: seen!.id }))
    expect(events.map(({ message }) => message.type)).toEqual(['reset'])
  })

  it('[AP14] replays what a reader missed that heard nothing before it was cut off', async () => {
    const hub = createLiveHub()
    hub.publish(digest('1', 1))
    const first = hub.subscribe(audience('1'))
    first.close()
    hub.publish(digest('1', 2))
    const again = hub.subscribe(audience('1'), { lastEventId: first.position })
    expect((await drain(again)).map(({ message }) => message)).toEqual([digest('1', 2)])
    // A number of now would skip what waits, should the connection end before it was sent.
    expect(again.position).toBeUndefined()
  })

  describe('[AP159] for a page that was read before its stream was open', () => {
    const STARTED = Date.parse('2026-09-01T10:00:00Z')
    let time: number
    beforeEach(() => {
      time = STARTED
    })
    const hubOf = (limits = LIMITS.live) => createLiveHub(limits, () => time)

    it('begins with what happened since, and never with less where clocks of nodes differ', async () => {
      const hub = hubOf()
      const published = [10, 20, 30].map((second) => {
        time = STARTED + second * 1000
        hub.publish(digest('1', second))
        return time
      })
      const eventsSince = async (since: number) =>
        (await drain(hub.subscribe(audience('1'), { since }))).map(({ message }) => message)
      expect(await eventsSince(published[1]!)).toEqual([digest('1', 20), digest('1', 30)])
      expect(await eventsSince(published[1]! + LIMITS.live.clockSkewMs)).toHaveLength(2)
      expect(await eventsSince(published[1]! + LIMITS.live.clockSkewMs + 1)).toEqual([digest('1', 30)])
      expect(await eventsSince(Number.NaN)).toEqual([{ type: 'reset' }])
    })

    it('asks for everything again if it was read before the server started', async () => {
      const hub = hubOf()
      const reader = hub.subscribe(audience('1'), { since: STARTED + LIMITS.live.clockSkewMs })
      expect((await drain(reader)).map(({ message }) => message.type)).toEqual(['reset'])
    })

    it('asks for everything again if more happened since than is kept, requests not counted', async () => {
      const hub = hubOf(small)
      const read = STARTED + 60_000
      time = read + 1
      for (const events of [1, 2]) hub.publish(digest('2', events))
      for (let count = 0; count < 9; count += 1) hub.publish(aWireMessage({ projectId: '1' }))
      hub.publish(digest('1', 3))
      const kept = await drain(hub.subscribe(audience('1'), { since: read }))
      expect(kept.map(({ message }) => message)).toEqual([digest('1', 3)])
      hub.publish(digest('1', 4))
      const late = await drain(hub.subscribe(audience('1'), { since: read }))
      expect(late.map(({ message }) => message.type)).toEqual(['reset'])
    })
  })

  it('[AP13] refuses more readers than it can hold, and takes one again when another has left', () => {
    const hub = createLiveHub(small)
    const first = hub.subscribe(audience('1'))
    hub.subscribe(audience('1'))
    expect(() => hub.subscribe(audience('1'))).toThrow(AppError)
    first.close()
    hub.subscribe(audience('1'))
    expect(hub.readers()).toBe(2)
  })

  it('[AP13] ends every reader when it closes, so that the server can stop', async () => {
    const hub = createLiveHub()
    const next = hub.subscribe(audience('1')).next(60_000)
    hub.close()
    expect(await next).toBe('closed')
    expect(hub.readers()).toBe(0)
  })
})
