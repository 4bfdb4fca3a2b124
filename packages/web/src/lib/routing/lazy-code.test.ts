import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { arriving, CODE_PATIENCE_MS, fallBackToFullLoad } from './lazy-code.ts'
import { watchReach } from '#lib/api/reachability.ts'

/** A server that answers as `up` says, asked again whenever `elapse` is called. */
function aServer(up: boolean) {
  const server = { up }
  const due: Array<() => void> = []
  const reach = watchReach(
    () => Promise.resolve(server.up),
    (_ms, then) => due.push(then),
  )
  const elapse = async () => {
    due.shift()?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { server, reach, elapse }
}

/** Fails the given number of times, then returns the screen. */
function code(failures: number) {
  let left = failures
  return () =>
    left-- > 0 ? Promise.reject(new TypeError('the script did not load')) : Promise.resolve('screen')
}

describe('the code of a screen', () => {
  it('[UI105] is fetched again when a server that was gone is back', async () => {
    const { server, reach, elapse } = aServer(false)
    const screen = arriving(code(1), reach)()
    await vi.waitFor(() => expect(reach.current().gone).toBe(true))
    server.up = true
    await elapse()
    expect(await screen).toBe('screen')
  })

  it('[UI105] fails at once where the server answers: the page is older than the server', async () => {
    const { reach } = aServer(true)
    await expect(arriving(code(1), reach)()).rejects.toThrow('the script did not load')
  })
})

describe('a navigation whose code does not come', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function navigation(reach: ReturnType<typeof aServer>['reach']) {
    const left: string[] = []
    const on = new Map<string, (event: { toLocation: { publicHref: string } }) => void>()
    const subscribe = (type: string, then: (event: { toLocation: { publicHref: string } }) => void) => {
      on.set(type, then)
      return () => undefined
    }
    fallBackToFullLoad({ subscribe }, (href) => left.push(href), reach)
    const tell = (type: string) => on.get(type)!({ toLocation: { publicHref: '/tokens' } })
    return { left, tell }
  }

  it('[UI107] becomes a full load after 3.8 seconds, and not when it has arrived', async () => {
    const { reach } = aServer(true)
    const { left, tell } = navigation(reach)
    let arrive: (screen: string) => void = () => undefined
    const arrival = arriving(() => new Promise<string>((resolve) => (arrive = resolve)), reach)()
    tell('onBeforeNavigate')
    vi.advanceTimersByTime(CODE_PATIENCE_MS - 1)
    expect(left).toEqual([])
    vi.advanceTimersByTime(1)
    expect(left).toEqual(['/tokens'])
    arrive('screen')
    await arrival
    tell('onBeforeNavigate')
    tell('onResolved')
    vi.advanceTimersByTime(CODE_PATIENCE_MS)
    expect(left).toEqual(['/tokens'])
  })

  it('[UI105] never leaves the page while the server is gone', async () => {
    const { server, reach, elapse } = aServer(false)
    const { left, tell } = navigation(reach)
    void arriving(() => new Promise<string>(() => undefined), reach)()
    reach.lost()
    tell('onBeforeNavigate')
    vi.advanceTimersByTime(10 * CODE_PATIENCE_MS)
    expect(left).toEqual([])
    server.up = true
    await elapse()
    vi.advanceTimersByTime(CODE_PATIENCE_MS)
    expect(left).toEqual(['/tokens'])
  })
})
