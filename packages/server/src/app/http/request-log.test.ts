import { expect, it } from 'vitest'
import type { LoggedRequest } from '#ingest/http/logged-request.ts'
import { createRequestLog } from './request-log.ts'

const request = (projectId: string | undefined): LoggedRequest => ({
  at: 0,
  method: 'POST',
  pattern: '/api/:project/envelope/',
  keyPrefix: 'abcdef',
  projectId,
  status: 200,
  reason: '',
  detail: '',
  bytes: 1,
  items: 1,
  origin: undefined,
  sdk: undefined,
  durationMs: 1,
})

it('[AP32] shows the first request of a new project beside a busy one, and not thousands a second', () => {
  const seen: Array<string | null> = []
  let time = 0
  const feed = createRequestLog(
    { publish: (message) => void (message.type === 'request' && seen.push(message.projectId)) },
    () => time,
  )
  for (let count = 0; count < 1000; count += 1) feed(request('1'))
  feed(request('2'))
  feed(request(undefined))
  const perProject = seen.filter((projectId) => projectId === '1').length
  expect(perProject).toBe(50)
  expect(seen.slice(-2)).toEqual(['2', null])
  time = 1000
  feed(request('1'))
  expect(seen.at(-1)).toBe('1')
})
