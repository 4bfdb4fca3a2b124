import { describe, expect, it } from 'vitest'
import type { Operations } from '#app/admin/operations.ts'
import { createStoreHold, refuseChanges, refuseOperations } from './hold.ts'

const request = (method: string) => new Request('http://127.0.0.1/api/v1/issues', { method })

describe('a hold of the stores', () => {
  it('[OP211] answers reads and refuses everything else, from its beginning on', async () => {
    let isHeld = false
    const fetch = refuseChanges(
      (_request: Request) => new Response('answered'),
      () => isHeld,
    )
    const statusOf = (method: string) => fetch(request(method)).status
    expect([statusOf('GET'), statusOf('POST')]).toEqual([200, 200])
    isHeld = true
    const refused = ['POST', 'PUT', 'PATCH', 'DELETE'].map(statusOf)
    expect(refused).toEqual([503, 503, 503, 503])
    expect([statusOf('GET'), statusOf('HEAD')]).toEqual([200, 200])
    const answer = fetch(request('POST'))
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await answer.json()).toMatchObject({ code: 'store_unavailable' })
  })

  it('[OP211] runs only commands that change nothing', async () => {
    const asked: string[] = []
    const run = (name: string) => async () => void asked.push(name)
    const names = ['createProject', 'seed', 'doctor', 'copyStores', 'holdStores']
    const operations = Object.fromEntries(names.map((name) => [name, run(name)])) as unknown as Operations
    const held = refuseOperations(operations, () => true)
    await expect(held.createProject({ name: 'Web' })).rejects.toThrow(/moving to other stores/)
    await expect(held.seed({ scenario: 'x' })).rejects.toThrow(/moving to other stores/)
    await held.doctor(null)
    await held.copyStores({ to: '/x' })
    await held.holdStores(null)
    expect(asked).toEqual(['doctor', 'copyStores', 'holdStores'])
    await refuseOperations(operations, () => false).createProject({ name: 'Web' })
    expect(asked.at(-1)).toBe('createProject')
  })

  it('[OP210] begins once the work has stopped, and says how full the log is', async () => {
    let stopped = 0
    const work = { stop: async () => void (stopped += 1) }
    const status = () => ({
      id: 'x',
      first: 0,
      committed: 7,
      bytes: 7,
      limitBytes: 100,
      segments: 1,
      quarantined: 0,
    })
    const hold = createStoreHold(false, work, { status })
    expect(hold.isHeld()).toBe(false)
    expect(await hold.begin()).toEqual({ bytes: 7, limitBytes: 100 })
    expect([hold.isHeld(), stopped]).toEqual([true, 1])
  })
})
