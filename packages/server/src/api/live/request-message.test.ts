import { expect, it } from 'vitest'
import * as v from 'valibot'
import { WireMessage } from '@hindcast/contract/intake/live.ts'
import { requestMessage } from './request-message.ts'

const observed = {
  at: Date.UTC(2026, 10, 15),
  method: 'POST',
  pattern: '/api/:project/envelope/',
  keyPrefix: 'abcd',
  projectId: undefined,
  status: 403,
  reason: 'unknown_key',
  detail: 'There is no key that starts with abcd.',
  bytes: 120,
  items: 1,
  origin: 'https://shop.test',
  sdk: undefined,
  durationMs: 1.5,
}

it('[AP12] reports why a request was rejected, and no other details', () => {
  const message = requestMessage(Object.assign({ secret: 'never' }, observed))
  expect(v.is(v.strictObject(WireMessage.entries), message)).toBe(true)
  expect(message).toMatchObject({
    projectId: null,
    explanation: 'The key does not exist, is disabled, or belongs to another project.',
    fix: expect.stringContaining('DSN'),
  })
})
