import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { cancelled, tooSlow } from '#domain/question.ts'
import { uncaughtFault } from './uncaught-fault.ts'

it('[OP20] logs every uncaught exception, and stops the server with the first', async () => {
  const process = new EventEmitter()
  const errors: unknown[] = []
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (_: string, fields = {}) => void errors.push(fields),
  }
  const first = uncaughtFault(process, log)
  process.emit('uncaughtException', new TypeError('x is not a function'))
  process.emit('uncaughtException', 'a text')
  expect((await first).message).toBe('x is not a function')
  expect(errors).toMatchObject([{ error: { name: 'TypeError' } }, { error: { message: 'a text' } }])
})

it('[TS57] does not treat a cancelled query as an error', async () => {
  const process = new EventEmitter()
  const ended = uncaughtFault(process, { debug() {}, info() {}, warn() {}, error() {} })
  process.emit('uncaughtException', cancelled())
  process.emit('uncaughtException', tooSlow(30_000))
  process.emit('uncaughtException', new Error('a fault'))
  expect((await ended).message).toBe('a fault')
})
