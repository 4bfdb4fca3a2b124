import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'
import { stackNamesOf } from './stack-names.ts'

const received = { at: 1, userAgent: undefined, address: undefined, clientHints: {} }

function namesOf(...stacks: ReadonlyArray<ReadonlyArray<readonly [fn: string | undefined, file: string]>>) {
  const values = stacks.map((frames) => ({
    type: 'Error',
    value: 'x',
    stacktrace: { frames: frames.map(([name, filename]) => ({ function: name, filename })) },
  }))
  const payload = JSON.parse(JSON.stringify({ exception: { values } }))
  return stackNamesOf(normalise(payload, received as never, { eventId: 'a'.repeat(32) }))
}

describe('stackNamesOf', () => {
  it('[SE52] names files and functions of all frames once, from where it failed outwards', () => {
    expect(
      namesOf(
        [['cause', 'app/cause.ts']],
        [
          ['main', 'app/main.ts'],
          [undefined, 'app/Cart.tsx?v=3'],
          ['payNow', 'app/Cart.tsx'],
        ],
      ),
    ).toEqual({
      stackFiles: 'app/Cart.tsx\napp/main.ts\napp/cause.ts',
      stackFunctions: 'payNow\nmain\ncause',
    })
    expect(namesOf()).toEqual({ stackFiles: undefined, stackFunctions: undefined })
  })

  it('[SE52] names those of the thread that the event is about', () => {
    const stacktrace = { frames: [{ function: 'main.pay', filename: 'pay.go' }] }
    const other = { id: 2, stacktrace: { frames: [{ function: 'main.idle', filename: 'idle.go' }] } }
    const payload = { message: 'x', threads: { values: [other, { id: 1, current: true, stacktrace }] } }
    const event = normalise(payload, received as never, { eventId: 'a'.repeat(32) })
    expect(stackNamesOf(event)).toEqual({ stackFiles: 'pay.go', stackFunctions: 'main.pay' })
  })

  it('[SE52] is bounded, and keeps the innermost', () => {
    const frames = Array.from({ length: 300 }, (_, at) => [`f${at}`, `app/file-${at}.ts`] as const)
    const { stackFiles = '' } = namesOf(frames)
    expect(stackFiles.length).toBeLessThanOrEqual(1500)
    expect(stackFiles.startsWith('app/file-299.ts\napp/file-298.ts\n')).toBe(true)
  })
})
