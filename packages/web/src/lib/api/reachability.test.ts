import { describe, expect, it } from 'vitest'
import { watchReach } from './reachability.ts'

function aWatch(answers: readonly boolean[]) {
  const left = [...answers]
  const due: Array<() => void> = []
  const seen: boolean[] = []
  const watch = watchReach(
    () => Promise.resolve(left.shift() ?? false),
    (_ms, then) => due.push(then),
  )
  watch.subscribe(() => seen.push(watch.current().gone))
  const elapse = async () => {
    due.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { watch, due, seen, elapse }
}

describe('knowing whether the server answers', () => {
  it('[UI2] says once that the server is gone, however many requests fail', () => {
    const { watch, seen, due } = aWatch([])
    watch.lost()
    watch.lost()
    expect(seen).toEqual([true])
    expect(due).toHaveLength(1)
  })

  it('[UI2] keeps asking until an answer comes and counts the return, so that pages load again by themselves', async () => {
    const { watch, due, elapse } = aWatch([false, false, true])
    watch.lost()
    await elapse()
    await elapse()
    expect(watch.current()).toEqual({ gone: true, returns: 0 })
    await elapse()
    expect(watch.current()).toEqual({ gone: false, returns: 1 })
    expect(due).toHaveLength(0)
  })

  it('[UI2] retries at once on request, without a second polling loop', async () => {
    const { watch, elapse } = aWatch([true])
    watch.lost()
    watch.askNow()
    watch.askNow()
    await elapse()
    expect(watch.current()).toEqual({ gone: false, returns: 1 })
  })
})
