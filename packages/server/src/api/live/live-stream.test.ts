import { describe, expect, it } from 'vitest'
import { createLiveHub } from './live-hub.ts'
import { liveStream } from './live-stream.ts'

const audience = { projectIds: new Set(['1']), unmatched: false }

describe('live stream', () => {
  it('[AP12] frames a message with its id and its type', async () => {
    const hub = createLiveHub()
    const response = liveStream(hub.subscribe(audience), {
      heartbeatMs: 60_000,
      now: () => 0,
      version: () => 0,
      audience: async () => audience,
    })
    hub.publish({ type: 'digest', projectId: '1', issueIds: ['9'], created: ['9'], events: 1 })
    const reader = response.body!.getReader()
    let text = ''
    while (!text.includes('data:')) text += Buffer.from((await reader.read()).value ?? []).toString()
    await reader.cancel()
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(text).toMatch(
      /^retry: \d+\nid: [0-9a-f]{8}-0\n\nid: [0-9a-f]{8}-1\nevent: digest\ndata: \{"type":"digest","projectId":"1".*\}\n\n$/,
    )
    expect(hub.readers()).toBe(0)
  })

  it('[AP15] sends a comment when nothing happens, and ends once the caller may no longer read', async () => {
    const hub = createLiveHub()
    let asked = 0
    const response = liveStream(hub.subscribe(audience), {
      heartbeatMs: 1,
      now: () => 0,
      version: () => 0,
      audience: async () => {
        asked += 1
        return asked < 3 ? audience : undefined
      },
    })
    expect(await response.text()).toMatch(
      /^retry: 2000\nid: [0-9a-f]{8}-0\n\n: still here\n\n: still here\n\n$/,
    )
    expect(hub.readers()).toBe(0)
  })

  it('[AP15] asks again on a busy stream too, so that signing out is not outrun by traffic', async () => {
    const hub = createLiveHub()
    let time = 0
    const subscription = hub.subscribe(audience)
    const response = liveStream(subscription, {
      heartbeatMs: 1000,
      now: () => (time += 600),
      version: () => 0,
      audience: async () => undefined,
    })
    for (let events = 1; events <= 5; events += 1) {
      hub.publish({ type: 'digest', projectId: '1', issueIds: [], created: [], events })
    }
    const text = await response.text()
    expect(text.match(/event: digest/g)).toHaveLength(1)
  })

  it('[AP72] asks the records only when something changed, and again when it changed while they were asked', async () => {
    const hub = createLiveHub()
    let [version, asked] = [0, 0]
    const response = liveStream(hub.subscribe(audience), {
      heartbeatMs: 60_000,
      now: () => 0,
      version: () => version,
      audience: async () => {
        asked += 1
        if (asked === 1) version += 1
        return asked === 1 ? audience : undefined
      },
    })
    const publish = (events: number) =>
      hub.publish({ type: 'digest', projectId: '1', issueIds: [], created: [], events })
    const reader = response.body!.getReader()
    let text = ''
    publish(1)
    publish(2)
    while (!text.includes('"events":2')) text += Buffer.from((await reader.read()).value ?? []).toString()
    expect(asked).toBe(0)
    version += 1
    publish(3)
    for (let done = false; !done;) {
      const part = await reader.read()
      done = part.done
      text += Buffer.from(part.value ?? []).toString()
    }
    expect([asked, text.includes('"events":3')]).toEqual([2, false])
  })
})
