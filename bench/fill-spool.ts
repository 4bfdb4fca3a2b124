import { join } from 'node:path'
import { LIMITS } from '../packages/server/src/domain/limits.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { openFileSpool } from '../packages/server/src/spool/file-spool.ts'

const TOGETHER = 200

/** Puts envelopes into the log of a folder that no server uses, as if they had been sent to its first project. */
export async function fillSpool(data: string, envelopes: readonly Buffer[]): Promise<void> {
  const { totalBytes: limitBytes, segmentBytes, retryAfterSeconds } = LIMITS.spool
  const spool = await openFileSpool({
    dir: join(data, 'spool'),
    limitBytes,
    reserveBytes: 0,
    segmentBytes,
    retryAfterSeconds,
    minimumPosition: 0,
    now: Date.now,
    log: silentLog,
  })
  const receipt = { receivedAt: Date.now(), projectId: '1', keyId: '1', form: 'envelope' } as const
  // Many together, so that they share commits.
  for (let at = 0; at < envelopes.length; at += TOGETHER)
    await Promise.all(envelopes.slice(at, at + TOGETHER).map((envelope) => spool.append(receipt, envelope)))
  await spool.close()
}
