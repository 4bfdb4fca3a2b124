import { KIND_NOUNS, STORED_KINDS } from '#domain/intake/stored-kind.ts'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type { ReleaseMaps } from '#product/source-maps/query/release-maps.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Check, Finding } from './doctor.ts'
import { checkRetention } from './retention.ts'

const MiB = 1024 * 1024
const YEAR_2025_MS = Date.UTC(2025, 0, 1)

export interface ChecksInput {
  readonly dataDir: string
  readonly reserveBytes: number
  readonly records: Pick<RecordStore, 'check' | 'digest' | 'projects' | 'facts'>
  readonly telemetry: Pick<TelemetryStore, 'stats' | 'watermark'>
  /** The ClickHouse that keeps it; undefined: the data folder does. */
  readonly clickhouse: string | undefined
  /** Undefined in a process that has none. */
  readonly spool: (() => SpoolStatus) | undefined
  /** Where they are kept. Throws where they can't be. */
  readonly blobs: () => Promise<string>
  /** Of the project's latest release. */
  readonly latestMaps: (projectId: string) => Promise<ReleaseMaps | undefined>
  /** The peer whose X-Forwarded-For is not trusted, if any. */
  readonly untrustedProxy: () => Promise<string | undefined>
  readonly now: () => number
  readonly nodeVersion: string
}

export function doctorChecks(input: ChecksInput): Record<string, Check> {
  return {
    'data folder': () => checkFolder(input.dataDir),
    disk: () => checkDisk(input.dataDir, input.reserveBytes),
    records: async () => {
      const database = await input.records.check()
      const projects = await input.records.projects.all()
      return ok('records', `${projects.length} project${projects.length === 1 ? '' : 's'}, ${database}`)
    },
    telemetry: async () => {
      const { stored, bytes } = await input.telemetry.stats()
      const counts = STORED_KINDS.map((kind) => `${stored[kind]} ${KIND_NOUNS[kind]}`)
      const where = input.clickhouse === undefined ? '' : ` in ClickHouse at ${input.clickhouse}`
      return ok('telemetry', `${counts.join(', ')} in ${mib(bytes)}${where}`)
    },
    ...(input.spool && { spool: () => checkSpool(input, input.spool!()) }),
    blobs: async () => ok('blobs', await input.blobs()),
    retention: () => checkRetention(input.records.facts),
    clock: () => Promise.resolve(checkClock(input.now())),
    versions: () => Promise.resolve(checkVersion(input.nodeVersion)),
    proxy: async () => checkProxy(await input.untrustedProxy()),
    'map coverage': () => checkMaps(input),
  }
}

/** Unreadable stacks are a nuisance, not an illness: never a failure. */
async function checkMaps({ records, latestMaps }: ChecksInput): Promise<Finding> {
  const lacking: string[] = []
  let scripts = 0
  for (const { id, slug } of await records.projects.all()) {
    const maps = await latestMaps(id)
    if (maps === undefined) continue
    scripts += maps.scripts.length
    if (!maps.complete) lacking.push(`${maps.release} of ${slug}`)
  }
  if (lacking.length === 0)
    return ok('map coverage', `${scripts} scripts of the latest releases, none lacks a map`)
  return {
    check: 'map coverage',
    verdict: 'warning',
    seen: `scripts without a map in ${lacking.join(', ')}`,
    fix: 'hindcast doctor sourcemaps --release R says which, and what to do.',
  }
}

async function checkFolder(dataDir: string): Promise<Finding> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    return ok('data folder', dataDir)
  } catch {
    return {
      check: 'data folder',
      verdict: 'failure',
      seen: `${dataDir} cannot be written to`,
      fix: 'Give the user that runs Hindcast write access, or choose another folder with --data.',
    }
  }
}

async function checkDisk(dataDir: string, reserveBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  if (free >= reserveBytes * 2) return ok('disk', `${mib(free)} free`)
  const verdict = free < reserveBytes ? 'failure' : 'warning'
  return {
    check: 'disk',
    verdict,
    seen: `${mib(free)} free; below ${mib(reserveBytes)} new events are refused`,
    fix: 'Free some space, or move the data folder to a larger disk.',
  }
}

async function checkSpool({ records, telemetry }: ChecksInput, status: SpoolStatus): Promise<Finding> {
  const applied = Math.min(await records.digest.watermark(status.id), await telemetry.watermark(status.id))
  const waiting = Math.max(0, status.committed - applied)
  if (status.quarantined > 0) {
    return {
      check: 'spool',
      verdict: 'warning',
      seen: `${status.quarantined} damaged range(s) were set aside in spool/quarantine, ${mib(waiting)} wait to be digested`,
      fix: 'Check the disk for errors. The files contain the records that couldn’t be read; delete them after looking.',
    }
  }
  if (status.bytes >= status.limitBytes) {
    return {
      check: 'spool',
      verdict: 'failure',
      seen: `full: ${mib(status.bytes)} of ${mib(status.limitBytes)}; new events are refused`,
      fix: 'Check the log for why events can’t be stored.',
    }
  }
  return ok('spool', `${mib(waiting)} wait to be digested, limit ${mib(status.limitBytes)}`)
}

function checkClock(now: number): Finding {
  if (now > YEAR_2025_MS) return ok('clock', new Date(now).toISOString())
  return {
    check: 'clock',
    verdict: 'failure',
    seen: `the clock says ${new Date(now).toISOString()}`,
    fix: 'Set the system clock: retention and event times depend on it.',
  }
}

function checkProxy(peer: string | undefined): Finding {
  if (peer === undefined) return ok('proxy', 'no proxy in front, or one that is trusted')
  return {
    check: 'proxy',
    verdict: 'warning',
    seen: `X-Forwarded-For arrives from ${peer} and is not trusted, so everyone behind it shares the sign-in limits of one address`,
    fix: 'If that is your reverse proxy, set HINDCAST_TRUST_PROXY=1 and restart.',
  }
}

function checkVersion(nodeVersion: string): Finding {
  if (Number(nodeVersion.split('.')[0]) >= 24) return ok('versions', `Node ${nodeVersion}`)
  return {
    check: 'versions',
    verdict: 'failure',
    seen: `Node ${nodeVersion}`,
    fix: 'Run it through npm (npm start, npx hindcast), which includes Node 24.',
  }
}

function ok(check: string, seen: string): Finding {
  return { check, verdict: 'ok', seen }
}

function mib(bytes: number): string {
  return `${(bytes / MiB).toFixed(bytes < 10 * MiB ? 1 : 0)} MiB`
}
