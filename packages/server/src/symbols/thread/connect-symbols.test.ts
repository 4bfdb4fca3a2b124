import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { StackAnswer, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import { symbolicateWithTimeout } from '#symbols/symbolicate-with-timeout.ts'
import { anAsk } from '#symbols/testing/world.ts'
import { connectSymbols } from './connect-symbols.ts'
import { serveSymbols } from './serve-symbols.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const answering = (answer: (release: string | undefined) => Promise<StackAnswer>): Symbolicator => ({
  symbolicate: ({ release }) => answer(release),
})

function served(symbolicator: Symbolicator) {
  const { port1, port2 } = new MessageChannel()
  serveSymbols(symbolicator, port1, silent)
  return { port: port2, end: () => port1.close() }
}

describe('a symbolicator in another thread', () => {
  it('[SM42] gives each question its own answer, and fails the one that failed', async () => {
    const symbols = connectSymbols(() => {})
    const never = answering(async (release) => {
      if (release === undefined) throw new Error('no')
      return release === 'one' ? [[]] : [[], []]
    })
    symbols.connect(served(never).port)
    const [one, two, none] = await Promise.allSettled(
      ['one', 'two', undefined].map((release) => symbols.symbolicate(anAsk({ release }))),
    )
    expect(one).toEqual({ status: 'fulfilled', value: [[]] })
    expect(two).toEqual({ status: 'fulfilled', value: [[], []] })
    expect(none).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable', message: 'no' } })
    symbols.close()
  })

  it('[SM42] fails what was asked of a thread that ended, and asks the one that follows, also before it has begun', async () => {
    let wanted = 0
    const symbols = connectSymbols(() => void (wanted += 1))
    const early = symbols.symbolicate(anAsk())
    expect(wanted).toBe(1)
    symbols.connect(served(answering(async () => [[], []])).port)
    expect(await early).toEqual([[], []])
    const silentOne = served(answering(() => new Promise<never>(() => {})))
    symbols.connect(silentOne.port)
    const asked = symbols.symbolicate(anAsk())
    silentOne.end()
    await expect(asked).rejects.toMatchObject({ code: 'store_unavailable' })
    symbols.connect(served(answering(async () => [[]])).port)
    expect(await symbols.symbolicate(anAsk())).toEqual([[]])
    symbols.close()
    await expect(symbols.symbolicate(anAsk())).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('[SM42] is waited for only so long, and a failure is no answer', async () => {
    const never = answering(() => new Promise<never>(() => {}))
    expect(await symbolicateWithTimeout(never, anAsk(), 1)).toBeUndefined()
    expect(await symbolicateWithTimeout(never, anAsk(), 0)).toBeUndefined()
    const failing = answering(() => Promise.reject(new Error('no')))
    expect(await symbolicateWithTimeout(failing, anAsk(), 10_000)).toBeUndefined()
    expect(
      await symbolicateWithTimeout(
        answering(async () => [[]]),
        anAsk(),
        10_000,
      ),
    ).toEqual([[]])
  })
})
