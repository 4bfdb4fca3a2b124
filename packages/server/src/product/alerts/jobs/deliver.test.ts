import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from '#product/alerts/channels/secret-box.ts'
import { createChannelSender } from '#product/alerts/channels/send.ts'
import { aNotification } from '#product/alerts/channels/testing/notification.ts'
import { startReceiver } from '#product/alerts/channels/testing/receiver.ts'
import type { Log } from '#domain/log.ts'
import { createOutbound } from '#outbound/outbound.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { createDeliveryWorker, type DeliveryWorker } from './deliver.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const box = createSecretBox('a secret of more than thirty-two characters')
const running = new AbortController().signal

let folder: string
let records: RecordStore
let organizationId: string
let deliveryWorker: DeliveryWorker
const time = 1_000_000
const stalled: ServerResponse[] = []
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-courier-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  organizationId = (await records.organizations.create({ slug: 'main', name: 'Main', now: 0 })).id
  receiver = await startReceiver((response, { url = '' }) => {
    if (url.includes('stalling')) stalled.push(response)
    else response.end('ok')
  })
  const outbound = createOutbound({ allowedHosts: [receiver.host] })
  const sender = createChannelSender({ outbound, mailer: undefined, mailHost: () => 'x', now: () => time })
  deliveryWorker = createDeliveryWorker({ records, sender, box, now: () => time, chance: () => 0.5, log })
})
afterEach(async () => {
  await deliveryWorker.stop()
  await receiver.close()
  await records.close()
  await rm(folder, { recursive: true })
})

async function channel(
  name: string,
  sealed = box.seal(JSON.stringify({ kind: 'slack', url: `${receiver.url}/${name}` })),
) {
  const made = await records.channels.create(
    { organizationId, name, kind: 'slack', hint: '', sealed, createdAt: 0 },
    { most: 9 },
  )
  return made.id
}

const post = (id: string, channelId: string) =>
  records.deliveries.add(
    organizationId,
    { id, to: { kind: 'channel', id: channelId }, notification: aNotification() },
    time,
  )
const stateOf = async (id: string) => (await records.deliveries.byId(id))!.state

/** Runs until it is so. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) {
    await deliveryWorker.run(running)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('what sends what is due', () => {
  it('[AL27] delays only messages to the same receiver when it does not answer', async () => {
    const [slow, quick] = [await channel('stalling'), await channel('quick')]
    await post('s1', slow)
    await post('s2', slow)
    for (const id of ['q1', 'q2', 'q3']) await post(id, quick)
    await until(async () => (await stateOf('q3')) === 'sent' && stalled.length === 1)
    expect([await stateOf('s1'), await stateOf('s2')]).toEqual(['waiting', 'waiting'])
    stalled.pop()!.end('at last')
    await until(() => stalled.length === 1)
    expect(await stateOf('s1')).toBe('sent')
    stalled.pop()!.end()
    await until(async () => (await stateOf('s2')) === 'sent')
  })

  it('[AL27] breaks off when it stops, and that was no attempt', async () => {
    await post('s1', await channel('stalling'))
    await until(() => stalled.length === 1)
    await deliveryWorker.stop()
    expect(await records.deliveries.byId('s1')).toMatchObject({ state: 'waiting', attempts: 0 })
    stalled.pop()
  })

  it('[AL27] gives up what was sealed with another secret, and says what to do', async () => {
    await post(
      'd1',
      await channel('sealed', createSecretBox('another secret, which is long enough').seal('{}')),
    )
    await until(async () => (await stateOf('d1')) === 'dead')
    const [attempt] = await records.deliveries.attempts('d1')
    expect(attempt).toMatchObject({ ok: false, answer: expect.stringContaining('Enter it again') })
  })
})
