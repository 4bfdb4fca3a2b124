import { hash } from 'node:crypto'
import type { ErrorEvent, ExceptionValue } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'
import type { SecurityReport } from '#event/security-report.ts'
import { shorten } from '#event/shorten.ts'
import type { Grouping, GroupingEvidence } from '#domain/issues/grouping.ts'
import { stackParts, throwingFile } from './group-v1-frames.ts'
import { parameterise } from './group-v1-message.ts'

const DEFAULT_PART = /^\{\{\s*default\s*\}\}$/
const LONGEST_PART = 300
const MOST_PARTS = 30

/** One failed deploy or one flaky network: the number and address of the chunk say nothing. */
const CHUNK_FAILURES: ReadonlyArray<readonly [pattern: RegExp, cause: string]> = [
  [/^Loading (?:CSS )?chunk \S+ failed[\s\S]*\(missing:/, 'a chunk was missing'],
  [/^Loading (?:CSS )?chunk \S+ failed[\s\S]*\(timeout:/, 'a chunk took too long'],
  [/^(?:Loading (?:CSS )?chunk \S+ failed|Failed to load chunk \S+)/, 'a chunk did not load'],
  [
    /(?:Failed to fetch|error loading) dynamically imported module|Importing a module script failed|Unable to preload CSS/i,
    'a module did not load',
  ],
]

/**
 * FROZEN (spec GR1). A change here splits every existing issue in two, so improvements go into group-v2.ts and
 * projects move over explicitly. The golden file beside this one fails when an answer changes.
 */
export function groupV1(event: ErrorEvent, report: SecurityReport | undefined): Grouping {
  const natural = report === undefined ? naturalEvidence(event) : reportEvidence(report)
  const evidence = event.fingerprint === undefined ? natural : fingerprintEvidence(event.fingerprint, natural)
  return {
    version: 1,
    // JSON keeps the parts apart: ['ab', 'c'] and ['a', 'bc'] must not meet.
    fingerprint: hash('sha256', JSON.stringify([1, ...evidence.parts])).slice(0, 32),
    evidence: { ...evidence, parts: shown(evidence.parts) },
  }
}

function naturalEvidence(event: ErrorEvent): GroupingEvidence {
  const exception = decidingException(event)
  if (exception === undefined) return messageEvidence(event)
  const chunk = chunkEvidence(exception)
  if (chunk !== undefined) return chunk
  // The stack of a synthetic exception shows who reported it, which is often one helper for everything.
  const frames = exception.mechanism?.synthetic === true ? [] : stackParts(exception.frames)
  if (frames.length > 0) {
    return {
      rule: 'stacktrace',
      summary: `Same type, thrown at the same place: ${frames[0]}.`,
      parts: ['stacktrace', exception.type ?? '', ...frames],
    }
  }
  return exceptionEvidence(event, exception)
}

function exceptionEvidence(event: ErrorEvent, exception: ExceptionValue): GroupingEvidence {
  const message = parameterise(exception.value ?? event.message?.formatted ?? '')
  if (exception.type === undefined) {
    return message === '' ? fallbackEvidence(event) : sameMessage(message)
  }
  const synthetic = exception.mechanism?.synthetic === true
  const file = synthetic ? undefined : throwingFile(exception.frames)
  return {
    rule: 'exception',
    summary: 'Same type and message. The stack has no names that stay the same between deploys.',
    parts: ['exception', exception.type, message, ...(file === undefined ? [] : [file])],
  }
}

function messageEvidence(event: ErrorEvent): GroupingEvidence {
  const message = parameterise(event.message?.template ?? event.message?.formatted ?? '')
  return message === '' ? fallbackEvidence(event) : sameMessage(message)
}

function sameMessage(message: string): GroupingEvidence {
  return {
    rule: 'message',
    summary: 'Same message, apart from numbers, IDs, addresses and dates.',
    parts: ['message', message],
  }
}

function fallbackEvidence(event: ErrorEvent): GroupingEvidence {
  return {
    rule: 'fallback',
    summary: 'No exception and no message: grouped by where it came from.',
    parts: ['fallback', event.platform, event.transaction ?? event.logger ?? ''],
  }
}

function chunkEvidence(exception: ExceptionValue): GroupingEvidence | undefined {
  const value = exception.value ?? ''
  const cause = CHUNK_FAILURES.find(([pattern]) => pattern.test(value))?.[1]
  if (cause === undefined && exception.type !== 'ChunkLoadError') return undefined
  return {
    rule: 'exception',
    summary: 'Code failed to load. The file name changes with every deploy.',
    parts: ['chunk', cause ?? 'a chunk did not load'],
  }
}

function reportEvidence(report: SecurityReport): GroupingEvidence {
  return {
    rule: 'security',
    summary: `Same rule and same source: ${report.rule}, ${report.source}.`,
    parts: ['security', report.kind, report.rule, report.source],
  }
}

export function fingerprintEvidence(sent: readonly string[], natural: GroupingEvidence): GroupingEvidence {
  if (sent.length === 1 && DEFAULT_PART.test(sent[0]!)) return natural
  const extended = sent.some((part) => DEFAULT_PART.test(part))
  return {
    rule: 'fingerprint',
    summary: extended
      ? 'The SDK added to the default grouping with a fingerprint.'
      : 'The SDK set the fingerprint.',
    parts: ['fingerprint', ...sent.flatMap((part) => (DEFAULT_PART.test(part) ? natural.parts : [part]))],
  }
}

/** For people; the hash was taken of the whole. */
export function shown(parts: readonly string[]): readonly string[] {
  return parts.slice(0, MOST_PARTS).map((part) => shorten(part, LONGEST_PART))
}
