import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import { aFolder, openTestSpool, readAll } from '#spool/testing/log-folder.ts'
import { PUBLIC_KEY, startTestServer } from '#ingest/testing/ingest-server.ts'

const PATH = `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`

describe('ingest on the real spool', () => {
  it('[IN1] what was answered with 200 can be read back from the disk, byte for byte and in order', async () => {
    const dir = await aFolder()
    const spool = await openTestSpool(dir)
    const test = await startTestServer({ realSpool: spool })
    const bodies = [Buffer.from('plain'), Buffer.from([0x1a, 0x0a]), Buffer.alloc(5000), Buffer.alloc(0)].map(
      (payload) => encodeEnvelope({}, [{ type: 'attachment', payload }], { length: 'always' }),
    )
    for (const body of bodies) expect((await test.send({ path: PATH, body })).status).toBe(200)
    const { first, committed } = spool.status()
    await test.close()
    await spool.close()
    const reopened = await openTestSpool(dir)
    const { records, quarantined } = await readAll(dir, first, reopened.status().committed)
    await reopened.close()
    expect(reopened.status().committed).toBe(committed)
    expect(quarantined).toEqual([])
    expect(records.map((record) => Buffer.from(record.body))).toEqual(bodies)
    expect(records[0]?.receipt).toMatchObject({ projectId: '1', form: 'envelope' })
  })

  it('[IN17] keeps a small gzip body as it was sent, and hands it out decoded', async () => {
    const dir = await aFolder()
    const spool = await openTestSpool(dir)
    const test = await startTestServer({ realSpool: spool })
    const small = encodeEnvelope({}, [{ type: 'event', payload: 'a'.repeat(8_000) }])
    const large = encodeEnvelope({}, [{ type: 'event', payload: 'b'.repeat(LIMITS.keptGzipBytes) }])
    const tiny = encodeEnvelope(
      {},
      Array.from({ length: 300 }, () => ({ type: 'a', payload: '' })),
    )
    const headers = { 'content-encoding': 'gzip' }
    const sizes: number[] = []
    for (const body of [small, large, tiny]) {
      const before = spool.status().committed
      expect((await test.send({ path: PATH, headers, body: gzipSync(body) })).status).toBe(200)
      sizes.push(spool.status().committed - before)
    }
    const { records } = await readAll(dir, 0, spool.status().committed)
    await test.close()
    await spool.close()
    expect(records.map(({ body }) => Buffer.from(body).toString())).toEqual(
      [small, large, tiny].map((body) => Buffer.from(body).toString()),
    )
    expect(sizes[0]).toBeLessThan(1_000)
    // A bomb would come out of the spool all at once; items would share their numbers with the next record's.
    expect(sizes[1]).toBeGreaterThan(large.length)
    expect(sizes[2]).toBeGreaterThan(tiny.length)
  })

  it('[IN1] nothing is accepted once the spool has closed', async () => {
    const spool = await openTestSpool(await aFolder())
    const test = await startTestServer({ realSpool: spool })
    await spool.close()
    const answer = await test.send({ path: PATH, body: encodeEnvelope({}, [{ type: 'a', payload: 'x' }]) })
    await test.close()
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
  })
})
