import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import type { SecurityReport } from '#event/security-report.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import { groupV1 } from './group-v1.ts'

/**
 * A hash of eight letters that reads like words: `page-DkudvUxd.js`. One build in forty has one, and version 1, which is
 * frozen, takes it for a name: each such deploy would open every issue without maps again.
 */
const WORDLIKE_HASH = /-(?=[A-Za-z]*[a-z][A-Z])[A-Za-z]{8}(?=\.(?:chunk\.|min\.)?[cm]?js(?:[?#]|$))/

/** What version 1 says of the builds whose hash looks like one. */
export function groupSent(event: ErrorEvent, report: SecurityReport | undefined): Grouping {
  const sent = groupV1(event, report)
  if (!sent.evidence.parts.some((part) => WORDLIKE_HASH.test(part))) return sent
  const other = groupV1(withPlainHashes(event), report)
  if (other.fingerprint === sent.fingerprint) return sent
  return { ...other, earlier: { fingerprint: sent.fingerprint, sameMessage: false, names: true } }
}

function withPlainHashes(event: ErrorEvent): ErrorEvent {
  const exceptions = event.exceptions.map((exception) => ({
    ...exception,
    frames: exception.frames.map(withPlainHash),
  }))
  return { ...event, exceptions }
}

function withPlainHash(frame: Frame): Frame {
  return { ...frame, absPath: plain(frame.absPath), filename: plain(frame.filename) }
}

function plain(path: string | undefined): string | undefined {
  return path?.replace(WORDLIKE_HASH, '-00000000')
}
