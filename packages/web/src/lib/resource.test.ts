import { describe, expect, it } from 'vitest'
import { CallError, Unreachable } from './call.ts'
import { makeResource } from './resource.ts'

function aResource() {
  const open: Array<{ readonly resolve: (value: number) => void; readonly reject: (error: Error) => void }> =
    []
  const resource = makeResource<number>(
    () => new Promise((resolve, reject) => open.push({ resolve, reject })),
    (then) => then(),
  )
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { resource, open, settle }
}

describe('loaded data', () => {
  it('[UI3] loads once more after a burst of pushes, not once per push', async () => {
    const { resource, open, settle } = aResource()
    resource.start()
    resource.reload()
    resource.reload()
    resource.reload()
    expect(open).toHaveLength(1)
    open[0]!.resolve(1)
    await settle()
    expect(open).toHaveLength(2)
    open[1]!.resolve(2)
    await settle()
    expect(open).toHaveLength(2)
    expect(resource.current()).toEqual({ data: 2, error: undefined })
  })

  it('[UI2] keeps the old data when a later load fails', async () => {
    const { resource, open, settle } = aResource()
    resource.start()
    open[0]!.resolve(1)
    await settle()
    const failure = new CallError(500, { code: 'internal', message: 'Internal error', digest: '42' })
    resource.reload()
    open[1]!.reject(failure)
    await settle()
    expect(resource.current()).toEqual({ data: 1, error: failure })
    resource.reload()
    open[2]!.reject(new Unreachable('gone'))
    await settle()
    expect(resource.current().data).toBe(1)
  })

  it('[UI3] takes no late answer of a page that was left', async () => {
    const { resource, open, settle } = aResource()
    const stop = resource.start()
    stop()
    open[0]!.resolve(1)
    await settle()
    expect(resource.current().data).toBeUndefined()
  })
})
