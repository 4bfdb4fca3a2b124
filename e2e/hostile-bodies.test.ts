import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { beginRequest, brotliBomb, neverRead, unfinishedGzip } from './harness/hostile-bodies.ts'
import { send } from './harness/send.ts'
import { onTrial, type Trial } from './harness/trial.ts'

const MiB = 1024 * 1024
/** What may stay with the process after an attack: pages of the allocator, not bodies. */
const KEPT_MB = 200

const comesBack = (trial: Trial, beforeMb: number) =>
  eventually(
    `memory to come back from ${Math.round(trial.usedMb())} to about ${Math.round(beforeMb)} MB`,
    () => Promise.resolve(trial.usedMb() < beforeMb + KEPT_MB ? true : undefined),
    30_000,
  )

describe('bodies made to be costly', () => {
  it('[HO4] unfinished bodies of nobody in particular close the intake to nobody', () =>
    onTrial(async (trial) => {
      const { origin, projectId } = trial.hindcast
      const part = await unfinishedGzip(19 * MiB)
      const before = trial.usedMb()
      const open: Socket[] = []
      await trial.besides('unfinished bodies', async () => {
        const begin = (body: Buffer, headers: Readonly<Record<string, string>>) => {
          const path = open.length % 2 === 0 ? '/tunnel' : `/api/${projectId}/envelope/`
          open.push(beginRequest(origin, path, headers, body))
        }
        for (let turn = 0; turn < 13; turn += 1) begin(part, { 'Content-Encoding': 'gzip' })
        await sleep(1_500)
        // Whatever these left of the room for bodies is filled up in ever smaller steps.
        for (let size = 8 * MiB; size >= 512; size /= 4) {
          for (let turn = 0; turn < 5; turn += 1) begin(Buffer.alloc(size, 'x'), {})
          await sleep(300)
        }
        // Room that an answered request gave back is taken before the next honest one comes.
        for (let turn = 0; turn < 100; turn += 1) {
          begin(Buffer.alloc(turn % 2 === 0 ? 4096 : 512, 'x'), {})
          await sleep(20)
        }
      })
      for (const socket of open) socket.destroy()
      await comesBack(trial, before)
    }))

  it('[HO5] small bodies that become 199 MiB cost little, and what they cost comes back', () =>
    onTrial(async (trial) => {
      const { origin, projectId } = trial.hindcast
      const bomb = await brotliBomb()
      expect(bomb.length).toBeLessThan(1024)
      const before = trial.usedMb()
      const headers = { 'content-encoding': 'br' }
      await trial.besides('brotli bombs', async () => {
        const answers = await Promise.all(
          Array.from({ length: 37 }, (_, turn) =>
            send(origin, {
              method: 'POST',
              path: turn % 2 === 0 ? '/tunnel' : `/api/${projectId}/envelope/`,
              headers,
              body: bomb,
            }).catch(() => ({ status: 0 })),
          ),
        )
        expect(answers.filter(({ status }) => status === 200)).toEqual([])
      })
      await comesBack(trial, before)
    }))

  it('[HO6] whoever never reads the answers is not answered for ever', () =>
    onTrial(async (trial) => {
      const { origin, projectId, publicKey } = trial.hindcast
      const path = `/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
      const body = '{}\n{"type":"event"}\n{"message":"unread"}'
      const request = Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const before = trial.usedMb()
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const barrier = () => send(origin, { method: 'POST', path: '/api/1/store/' }, agent)
      const open: Socket[] = []
      await trial.besides('unread answers', async () => {
        const heap = Buffer.concat(Array<Buffer>(200).fill(request))
        const piled = Array.from({ length: 8 }, () => neverRead(origin, heap, 40, () => sleep(2)))
        const single = neverRead(origin, request, 2_000, barrier)
        open.push(...(await Promise.all([...piled, single])))
      })
      expect(trial.usedMb()).toBeLessThan(before + KEPT_MB)
      for (const socket of open) socket.destroy()
      agent.destroy()
    }))
})
