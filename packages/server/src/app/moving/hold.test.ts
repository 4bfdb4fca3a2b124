import { describe, expect, it } from 'vitest'
import type { Operations } from '#app/admin/operations.ts'
import { createStoreHold, refuseChanges, refuseOperations } from './hold.ts'

const request = (method: string) => new Request('http://127.0.0.1/api/v1/issues', { method })

const gate = (isHeld: () => boolean) => ({
  isHeld,
  untilDone: async <T>(change: T | Promise<T>) => change,
})
const STATUS = { id: 'x', first: 0, committed: 7, bytes: 7, limitBytes: 100, segments: 1, quarantined: 0 }

describe('a hold of the stores', () => {
  it('[OP211] answers reads and refuses everything else, from its beginning on', async () => {
    let isHeld = false
    const fetch = refuseChanges(
      async (_request: Request) => new Response('answered'),
      gate(() => isHeld),
    )
    const statusesOf = (...methods: readonly string[]) =>
      Promise.all(methods.map(async (method) => (await fetch(request(method))).status))
    expect(await statusesOf('GET', 'POST')).toEqual([200, 200])
    isHeld = true
    expect(await statusesOf('POST', 'PUT', 'PATCH', 'DELETE')).toEqual([503, 503, 503, 503])
    expect(await statusesOf('GET', 'HEAD')).toEqual([200, 200])
    const answer = await fetch(request('POST'))
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await answer.json()).toMatchObject({ code: 'store_unavailable' })
  })

  it('[OP211] runs only commands that change nothing', async () => {
    const asked: string[] = []
    const run = (name: string) => async () => void asked.push(name)
    const names = ['createProject', 'seed', 'doctor', 'copyStores', 'holdStores']
    const operations = Object.fromEntries(names.map((name) => [name, run(name)])) as unknown as Operations
    const held = refuseOperations(
      operations,
      gate(() => true),
    )
    await expect(held.createProject({ name: 'Web' })).rejects.toThrow(/moving to other stores/)
    await expect(held.seed({ scenario: 'x' })).rejects.toThrow(/moving to other stores/)
    await held.doctor(null)
    await held.copyStores({ to: '/x' })
    await held.holdStores(null)
    expect(asked).toEqual(['doctor', 'copyStores', 'holdStores'])
    await refuseOperations(
      operations,
      gate(() => false),
    ).createProject({ name: 'Web' })
    expect(asked.at(-1)).toBe('createProject')
  })

  it('[OP210] begins once the work has stopped, and says how full the log is', async () => {
    let stopped = 0
    const work = { stop: async () => void (stopped += 1) }
    const hold = createStoreHold(false, work, { status: () => STATUS })
    expect(hold.isHeld()).toBe(false)
    expect(await hold.begin()).toEqual({ bytes: 7, limitBytes: 100 })
    expect([hold.isHeld(), stopped]).toEqual([true, 1])
  })

  it('[OP210] waits for changes that were under way', async () => {
    const order: string[] = []
    const work = { stop: async () => void order.push('stopped') }
    const hold = createStoreHold(false, work, { status: () => STATUS })
    const answered = Promise.withResolvers<Response>()
    const failed = Promise.withResolvers<never>()
    const fetch = refuseChanges((_request: Request): Promise<Response> => answered.promise, hold)
    const answer = fetch(request('POST')).then(() => order.push('answered'))
    const failure = hold.untilDone(failed.promise).catch(() => order.push('failed'))
    const begun = hold.begin()
    expect((await fetch(request('POST'))).status).toBe(503)
    failed.reject(new Error('a command failed'))
    answered.resolve(new Response())
    await Promise.all([answer, failure, begun])
    expect(order).toEqual(['failed', 'answered', 'stopped'])
  })
})
