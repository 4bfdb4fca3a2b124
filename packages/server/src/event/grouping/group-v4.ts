import { hash } from 'node:crypto'
import type { ErrorEvent, ExceptionValue } from '#domain/events/error-event.ts'
import type { Grouping, GroupingEvidence } from '#domain/issues/grouping.ts'
import { decidingThread } from '#event/threads.ts'
import { chainOf, type Chain } from './group-v4-chain.ts'
import { siteOf, type Site } from './group-v4-site.ts'
import { firstWords, wordsOf } from './group-v4-words.ts'
import { fingerprintEvidence, shown } from './group-v1.ts'

/** As before: their engines and bundlers are what versions 1 to 3 are about. */
const AS_BEFORE = new Set(['javascript', 'node', 'other'])
const ROOTS_COMPARED = 8

/**
 * FROZEN once released (spec GR1), with `in-app.ts`. For the languages that name their functions in stacks: by the root
 * cause and by what was thrown, each at its place and source line, else by the words of a message. Undefined for JavaScript,
 * or where nothing was sent: an earlier version then decides.
 */
export function groupV4(event: ErrorEvent): Grouping | undefined {
  if (AS_BEFORE.has(event.platform) || event.kind === 'security') return undefined
  const natural = naturalEvidence(event)
  if (natural === undefined) return undefined
  const evidence = event.fingerprint === undefined ? natural : fingerprintEvidence(event.fingerprint, natural)
  // A fingerprint of the SDK's own is the same in every version.
  if (!natural.parts.every((part) => evidence.parts.includes(part))) return undefined
  return {
    version: 4,
    fingerprint: hash('sha256', JSON.stringify([4, ...evidence.parts])).slice(0, 32),
    evidence: { ...evidence, parts: shown(evidence.parts) },
  }
}

function naturalEvidence(event: ErrorEvent): GroupingEvidence | undefined {
  const chain = chainOf(event)
  if (chain === undefined) return messageEvidence(event, undefined)
  if (chain.thrown.mechanism?.synthetic === true) return messageEvidence(event, chain.thrown)
  return chain.roots.length === 0 ? thrownEvidence(event, chain.thrown) : causedEvidence(event, chain)
}

function thrownEvidence(event: ErrorEvent, thrown: ExceptionValue): GroupingEvidence | undefined {
  const site = siteOfThrown(event, thrown)
  const { type = '', value = '' } = thrown
  if (site !== undefined) {
    return {
      rule: 'stacktrace',
      summary: `Same type, raised at the same place: ${site.places[0]}.`,
      parts: ['stacktrace', type, ...partsOf(site)],
    }
  }
  const words = wordsOf(value)
  if (type === '' && words === '') return undefined
  return {
    rule: 'exception',
    summary: 'Same type and message. There is no stack.',
    parts: ['exception', type, words],
  }
}

function siteOfThrown(event: ErrorEvent, { frames, value }: ExceptionValue): Site | undefined {
  const known = frames.length > 0 ? frames : (decidingThread(event)?.frames ?? [])
  return siteOf(known, event.platform, value ?? '')
}

function causedEvidence(event: ErrorEvent, { thrown, roots }: Chain): GroupingEvidence {
  const causes = roots.slice(0, ROOTS_COMPARED).map((root) => causeOf(root, event.platform))
  // The members of a group come in any order.
  const distinct = new Map(causes.map(({ parts }) => [JSON.stringify(parts), parts]))
  const sorted = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, parts]) => parts)
  const site = siteOfThrown(event, thrown)
  const isPlaced = causes.some(({ isOwn }) => isOwn)
  return {
    rule: 'stacktrace',
    summary: `Same root cause (${roots[0]!.type ?? 'unnamed'}), raised as the same type at the same place.`,
    parts: ['caused', ...sorted, 'raised as', thrown.type ?? '', ...raisedAt(thrown, site, isPlaced)],
  }
}

interface Cause {
  readonly parts: readonly string[]
  /** It has a place in the application. */
  readonly isOwn: boolean
}

/** Inside a package the type says enough: its functions are others with the next version. */
function causeOf({ type = '', value = '', frames }: ExceptionValue, platform: string): Cause {
  const site = siteOf(frames, platform, value)
  return site?.isOwn === true
    ? { parts: [type, ...partsOf(site)], isOwn: true }
    : { parts: [type, firstWords(value)], isOwn: false }
}

/** Where the root cause has a place, that names the callers of both. */
function raisedAt(
  { value = '' }: ExceptionValue,
  site: Site | undefined,
  isPlaced: boolean,
): readonly string[] {
  if (site === undefined) return [firstWords(value)]
  return isPlaced ? [site.places[0]!, site.line] : partsOf(site)
}

/** The stack of a message is that of the thread that wrote it. */
function messageEvidence(
  event: ErrorEvent,
  synthetic: ExceptionValue | undefined,
): GroupingEvidence | undefined {
  const { template, formatted = '' } = event.message ?? {}
  const message = synthetic?.value ?? formatted
  const frames = decidingThread(event)?.frames ?? synthetic?.frames ?? []
  const site = siteOf(frames, event.platform, template ?? message)
  const words = wordsOf(template ?? message)
  if (site !== undefined) {
    return {
      rule: 'stacktrace',
      summary: `Written at the same place: ${site.places[0]}.`,
      parts: ['written', ...(template === undefined ? [] : [words]), ...partsOf(site)],
    }
  }
  if (words === '') return undefined
  return {
    rule: 'message',
    summary: 'Same message, apart from numbers, IDs, addresses, dates and what stands in quotes.',
    parts: ['message', words],
  }
}

function partsOf({ places, line }: Site): readonly string[] {
  return [...places, line]
}
