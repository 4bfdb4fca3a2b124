import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Drop } from '#domain/intake/outcome.ts'
import { parseEnvelope } from '#protocol/envelope.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import { makeKey, makeProject, startTestServer, type TestServer } from '#ingest/testing/ingest-server.ts'
import {
  keyOf,
  projectOf,
  readIngestRecordings,
  readRecordings,
  replayHeaders,
} from '#ingest/testing/recordings.ts'

let test: TestServer
beforeAll(async () => {
  test = await startTestServer()
})
afterAll(() => test.close())

describe('[IN1] what real SDKs sent is accepted and promised under the id they chose', () => {
  const recordings = readIngestRecordings()

  it('has recordings of every generation', () => {
    expect(recordings.length).toBeGreaterThan(500)
  })

  it.each(recordings.map((recording) => [recording.name, recording] as const))('%s', async (_, recording) => {
    const project = projectOf(recording)
    test.keys.replaceAll([makeKey(project, { publicKey: keyOf(recording) })], [makeProject(project)])
    test.spool.records.length = 0
    const answer = await test.send({
      path: recording.path + recording.query,
      headers: replayHeaders(recording),
      body: recording.body,
      chunked: recording.headers['transfer-encoding'] === 'chunked',
    })
    expect([answer.status, answer.headers['x-sentry-error']]).toEqual([200, undefined])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(test.spool.records).toHaveLength(1)
    const { receipt, body } = test.spool.records[0]!
    expect(receipt).toMatchObject({ projectId: project, keyId: `key-of-${project}` })
    expect(answer.json?.['id']).toBe(receipt.eventId)
    if (receipt.form !== 'envelope') return
    const envelope = parseEnvelope(body)
    if (envelope instanceof Drop) throw new Error(envelope.detail)
    const ownId = normaliseEventId(envelope.header['event_id'])
    if (ownId !== undefined) expect(answer.json?.['id']).toBe(ownId)
    const given = recording.response?.status === 200 ? JSON.parse(recording.response.body || '{}') : {}
    if (given.id !== undefined) expect(answer.json?.['id']).toBe(normaliseEventId(given.id))
  })
})

describe('[IN9] what SDKs sent to a tunnel is accepted by the dsn inside', () => {
  const recordings = readRecordings().filter(({ path }) => path === '/my/tunnel')

  it.each(recordings.map((recording) => [recording.name, recording] as const))('%s', async (_, recording) => {
    const dsn = /"dsn":"([^"]*)"/.exec(recording.body.toString('latin1'))![1]!
    const project = dsn.split('/').at(-1)!
    test.keys.replaceAll([makeKey(project, { publicKey: keyOf(recording) })], [makeProject(project)])
    const answer = await test.send({
      path: '/tunnel',
      headers: replayHeaders(recording),
      body: recording.body,
    })
    expect([answer.status, answer.headers['x-sentry-error']]).toEqual([200, undefined])
    expect(test.spool.records.at(-1)?.receipt.projectId).toBe(project)
  })
})
