import { describe, expect, it } from 'vitest'
import { createJsonLog } from './json-log.ts'

function logged(write: (log: ReturnType<typeof createJsonLog>) => void): readonly unknown[] {
  const lines: string[] = []
  write(createJsonLog({ level: 'info', write: (line) => lines.push(line), now: () => 0 }))
  for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1)
  return lines.map((line) => JSON.parse(line) as unknown)
}
const ALWAYS = { time: '1970-01-01T00:00:00.000Z', level: 'info' }

describe('JSON log', () => {
  it('[OP173] writes one object per line with time, level, message and the fields', () => {
    expect(
      logged((log) => {
        log.info('started', { port: 8000, note: 'two\nlines', nothing: undefined })
        log.debug('unheard')
        log.warn('alone')
      }),
    ).toEqual([
      { ...ALWAYS, message: 'started', port: 8000, note: 'two\nlines' },
      { ...ALWAYS, level: 'warn', message: 'alone' },
    ])
  })

  it('[OP173] keeps the stack of an error and of its cause, and survives circles', () => {
    const cause = new TypeError('why')
    const error = new Error('failed', { cause })
    Object.assign(cause, { cause: error })
    const [entry] = logged((log) => log.error('broken', { error, count: 1n }))
    expect(entry).toMatchObject({
      count: '1',
      error: {
        type: 'Error',
        message: 'failed',
        stack: expect.stringContaining('json-log.test'),
        cause: { type: 'TypeError', message: 'why', cause: '[seen before]' },
      },
    })
  })

  it('[OP173] lets no field take the place of what every line has', () => {
    expect(logged((log) => log.info('started', { level: 'x', message: 'y', time: 'z' }))).toEqual([
      { ...ALWAYS, message: 'started', level_: 'x', message_: 'y', time_: 'z' },
    ])
  })

  it('[OP4] redacts what its key calls secret, however deep', () => {
    const [entry] = logged((log) =>
      log.info('x', { password: 'p', request: { headers: { cookie: 'c', host: 'h' } } }),
    )
    expect(entry).toEqual({
      ...ALWAYS,
      message: 'x',
      password: '[redacted]',
      request: { headers: { cookie: '[redacted]', host: 'h' } },
    })
  })
})
