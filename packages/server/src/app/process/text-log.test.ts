import { describe, expect, it } from 'vitest'
import { createTextLog } from './text-log.ts'

function captured(level: 'debug' | 'info' | 'silent' = 'info') {
  const lines: string[] = []
  return { lines, log: createTextLog({ level, write: (line) => lines.push(line), now: () => 0 }) }
}

describe('text log', () => {
  it('writes one line for an entry, whatever its fields hold', () => {
    const { lines, log } = captured()
    log.info('started', { port: 8000, note: 'two\nlines', nothing: undefined })
    expect(lines).toEqual(['1970-01-01T00:00:00.000Z info  started port=8000 note="two\\nlines"\n'])
  })

  it('[OP4] redacts what its key calls secret', () => {
    const { lines, log } = captured()
    log.warn('x', { password: 'p', apiToken: 't', cookie: 'c', authorization: 'a', dsn: 'd', secretKey: 's' })
    expect(lines[0]).toBe(
      '1970-01-01T00:00:00.000Z warn  x password=[redacted] apiToken=[redacted] cookie=[redacted] ' +
        'authorization=[redacted] dsn=[redacted] secretKey=[redacted]\n',
    )
  })

  it('keeps the stack of an error and stays silent below its level', () => {
    const { lines, log } = captured()
    log.debug('unheard')
    log.error('failed', { error: new Error('why') })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Error: why\\n')
    expect(captured('silent').lines).toEqual([])
  })
})
