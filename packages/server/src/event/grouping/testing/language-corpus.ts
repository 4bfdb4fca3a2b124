import { existsSync, readFileSync, readdirSync } from 'node:fs'
import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import type { GroupingVersion } from '#domain/issues/grouping.ts'
import type { JsonObject } from '#domain/json.ts'
import { EVENT_ID, aReceipt } from '#domain/testing.ts'
import { normalise } from '#event/normalise.ts'
import { group } from '#event/grouping/group.ts'

const FOLDER = new URL('../../../../../../fixtures/languages/', import.meta.url)

export interface RecordedEvent {
  readonly bug: string
  readonly event: ErrorEvent
}

/** Over all pairs of events. */
export interface Score {
  /** Of the pairs that share a group, how many are of one bug. */
  readonly precision: number
  /** Of the pairs that are of one bug, how many share a group. */
  readonly recall: number
  /** Bugs that have several groups, and bugs that share one. */
  readonly split: readonly string[]
  readonly mixed: ReadonlyArray<readonly string[]>
}

/** What real SDKs sent of the bugs of small programs, over two deploys. */
export function recordedLanguages(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(new URL(`${name}/events.ndjson`, FOLDER)))
    .toSorted()
}

export function recordedEvents(language: string): readonly RecordedEvent[] {
  const text = readFileSync(new URL(`${language}/events.ndjson`, FOLDER), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { bug, event } = JSON.parse(line) as { readonly bug: string; readonly event: JsonObject }
      return { bug, event: normalise(event, aReceipt(), { eventId: EVENT_ID }) }
    })
}

/** As if every bug had been fired by the same function: one of its own would tell any two bugs apart. */
export function withoutEntries(events: readonly RecordedEvent[], entries: RegExp): readonly RecordedEvent[] {
  const isEntry = ({ function: name = '' }: Frame) => entries.test(name)
  const bare = (frames: readonly Frame[]) => {
    const left = frames.filter((frame) => !isEntry(frame))
    return left.some(({ inApp }) => inApp) ? left : frames
  }
  const within = <T extends { readonly frames: readonly Frame[] }>(stack: T): T => ({
    ...stack,
    frames: bare(stack.frames),
  })
  return events.map(({ bug, event }) => {
    const [exceptions, threads] = [event.exceptions.map(within), event.threads.map(within)]
    return { bug, event: Object.assign({}, event, { exceptions, threads }) }
  })
}

export function scoreOf(events: readonly RecordedEvent[], version: GroupingVersion): Score {
  const grouped = events.map(({ bug, event }) => ({
    bug,
    fingerprint: group(event, undefined, undefined, [], version).fingerprint,
  }))
  const ofBug = Map.groupBy(grouped, ({ bug }) => bug)
  const ofGroup = Map.groupBy(grouped, ({ fingerprint }) => fingerprint)
  const both = Map.groupBy(grouped, ({ bug, fingerprint }) => `${fingerprint} ${bug}`)
  const right = pairsIn(both)
  return {
    precision: right / pairsIn(ofGroup),
    recall: right / pairsIn(ofBug),
    split: [...ofBug].filter(([, own]) => distinct(own, 'fingerprint').length > 1).map(([bug]) => bug),
    mixed: [...ofGroup.values()].map((own) => distinct(own, 'bug')).filter((bugs) => bugs.length > 1),
  }
}

function distinct<K extends string>(
  all: ReadonlyArray<Readonly<Record<K, string>>>,
  key: K,
): readonly string[] {
  return [...new Set(all.map((one) => one[key]))]
}

function pairsIn(groups: ReadonlyMap<string, readonly unknown[]>): number {
  return [...groups.values()].reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)
}
