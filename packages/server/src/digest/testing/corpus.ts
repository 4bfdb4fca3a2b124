import { readFileSync, readdirSync } from 'node:fs'
import type { ErrorEvent, ExceptionValue, Frame } from '#domain/events/error-event.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import type { MappedFrame } from '#domain/source-maps/mapped-frame.ts'
import { aFrame, aMechanism, anEvent, anException } from '#domain/testing.ts'
import { nextRecordings } from '#event/known-errors/testing/next-recordings.ts'
import { group } from '#event/grouping/group.ts'

const FOLDER = new URL('../../event/grouping/corpus/', import.meta.url)

interface Thrown {
  readonly type?: string
  readonly value?: string
  readonly stack?: readonly string[]
}

interface Written extends Thrown {
  readonly recording?: string
  readonly message?: string
  readonly template?: string
  readonly chain?: readonly Thrown[]
  readonly components?: string
  readonly transaction?: string
  readonly platform?: string
  readonly synthetic?: boolean
  readonly fingerprint?: readonly string[]
}

interface Family {
  readonly family: string
  readonly bugs: Readonly<Record<string, readonly Written[]>>
}

export interface Pair {
  readonly name: string
  readonly same: boolean
  /** Whether the events lead to one issue, whichever comes first. */
  readonly shared: boolean
}

/** Two events of one bug must share an issue; of two bugs that are easily confused, they must not. */
export function corpusPairs(): readonly Pair[] {
  const recorded = nextRecordings()
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as readonly Family[])
    .flatMap(({ family, bugs }) => {
      const grouped = Object.entries(bugs).map(([bug, events]) => ({
        bug,
        groups: events.map((event) => groupOf(event, recorded)),
      }))
      return Array.from(pairsOf(family, grouped))
    })
}

/** As the records decide it. */
function shareIssue(one: Grouping, other: Grouping): boolean {
  return joins(one, other) && joins(other, one)
}

function joins(first: Grouping, second: Grouping): boolean {
  const { unmapped, earlier } = second
  const names = new Set([
    first.unmapped,
    first.earlier?.names === true ? first.earlier.fingerprint : undefined,
  ])
  const leadsToFirst = (fingerprint: string | undefined) =>
    fingerprint !== undefined &&
    (names.has(fingerprint) || (first.version === 1 && fingerprint === first.fingerprint))
  if (second.version === first.version && second.fingerprint === first.fingerprint) return true
  if (second.version === 1) return leadsToFirst(second.fingerprint)
  // An issue of unmapped events is given to the first mapped bug only.
  if (unmapped !== undefined) return first.version !== 2 && leadsToFirst(unmapped)
  return earlier?.names === true && leadsToFirst(earlier.fingerprint)
}

interface Bug {
  readonly bug: string
  readonly groups: readonly Grouping[]
}

function* pairsOf(family: string, bugs: readonly Bug[]): Generator<Pair> {
  yield* samePairs(family, bugs)
  yield* otherPairs(family, bugs)
}

function* samePairs(family: string, bugs: readonly Bug[]): Generator<Pair> {
  for (const { bug, groups } of bugs) {
    for (const [index, one] of groups.entries()) {
      for (const other of groups.slice(index + 1)) {
        yield { name: `${family}: ${bug}`, same: true, shared: shareIssue(one, other) }
      }
    }
  }
}

function* otherPairs(family: string, bugs: readonly Bug[]): Generator<Pair> {
  for (const [index, one] of bugs.entries()) {
    for (const other of bugs.slice(index + 1)) {
      const name = `${family}: ${one.bug} / ${other.bug}`
      yield { name, same: false, shared: shareIssue(one.groups[0]!, other.groups[0]!) }
      yield { name, same: false, shared: shareIssue(one.groups.at(-1)!, other.groups.at(-1)!) }
    }
  }
}

function groupOf(written: Written, recorded: ReadonlyMap<string, ErrorEvent>): Grouping {
  if (written.recording !== undefined) return group(recorded.get(written.recording)!, undefined, undefined)
  const chain = [written, ...(written.chain ?? [])].toReversed()
  const answer = chain.map(({ stack = [] }) => stack.toReversed().map(mappedFrame))
  const isMapped = answer.some((stack) => stack.some(({ original }) => original !== undefined))
  return group(eventOf(written, chain), undefined, isMapped ? answer : undefined)
}

function eventOf(written: Written, chain: readonly Thrown[]): ErrorEvent {
  const { message, template, components, fingerprint } = written
  return anEvent({
    kind: message === undefined ? 'error' : 'default',
    exceptions: message === undefined ? chain.map((one) => exceptionOf(one, written.synthetic === true)) : [],
    message: message === undefined ? undefined : { formatted: message, template, params: [] },
    contexts: components === undefined ? {} : { react: { componentStack: components } },
    transaction: written.transaction,
    platform: written.platform ?? 'javascript',
    fingerprint,
  })
}

function exceptionOf({ type, value, stack = [] }: Thrown, synthetic: boolean): ExceptionValue {
  const frames = stack.toReversed().map(frameOf)
  return anException({ type, value, frames, mechanism: aMechanism({ synthetic }) })
}

const SENT = /^(?<theirs>- )?(?<name>.*?) @ (?<file>.*?)(?::(?<line>\d+))?(?::(?<column>\d+))?$/
const ORIGINAL = /^(?<theirs>- )?(?<name>.*?) ?@ (?<file>.*?):(?<line>\d+) \| (?<code>.*)$/

function frameOf(written: string): Frame {
  const { theirs, name, file, line, column } = SENT.exec(written.split(' => ')[0]!)!.groups!
  return aFrame({
    function: name === '?' ? undefined : name,
    absPath: file,
    filename: file,
    line: Number(line ?? 1),
    column: Number(column ?? 1),
    inApp: theirs === undefined,
  })
}

function mappedFrame(written: string): MappedFrame {
  const groups = ORIGINAL.exec(written.split(' => ')[1] ?? '')?.groups
  const map = { looked: [], nearest: undefined, fix: undefined }
  if (groups === undefined) return { original: undefined, map: { ...map, state: 'no_file' } }
  const { theirs, name, file, line, code } = groups
  return {
    original: {
      filename: file!,
      source: file!,
      function: name === '' ? undefined : name,
      line: Number(line),
      column: 1,
      inApp: theirs === undefined,
      preContext: [],
      contextLine: code,
      postContext: [],
    },
    map: { ...map, state: 'mapped' },
  }
}
