import { hash } from 'node:crypto'
import { LIMITS } from '#domain/limits.ts'
import type { MappedFrame, StackAnswer, StackAsk, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import { hasUnreadMap, UNREAD_MAP } from '#domain/source-maps/unread-map.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import { symbolicateWithTimeout } from '#symbols/symbolicate-with-timeout.ts'
import type { ReadEvent } from './read.ts'
import { awaitedMaps } from './awaited-maps.ts'
import { withinBudget } from '#digest/item-budget.ts'
import type { ItemBudget } from '#digest/item-budget.ts'
import { askOf, mappedTexts, regroup } from './map-row.ts'

export interface StackMaps {
  /** For one batch: what it may wait is counted from here. */
  begin(budget: ItemBudget): (items: readonly ReadEvent[]) => Promise<readonly ReadEvent[]>
}

export interface StackMapsDeps {
  readonly symbolicator: Symbolicator
  readonly artifacts: Pick<ArtifactRecords, 'lastUpload'>
  readonly now: () => number
}

/**
 * Groups events by the maps that are there now. A project without uploads costs nothing, a burst of one error asks
 * once, and a map that takes long costs the batch no more than it may wait: the events are found again by what they lack.
 */
export function createStackMaps({ symbolicator, artifacts, now }: StackMapsDeps): StackMaps {
  const answers = new Map<string, StackAnswer>()

  return {
    begin(budget) {
      const deadline = now() + LIMITS.symbols.batchWaitMs
      const uploads = new Map<string, number | undefined>()
      const asked = new Map<string, Promise<StackAnswer | undefined>>()

      async function uploadedAt(projectId: string): Promise<number | undefined> {
        if (!uploads.has(projectId)) uploads.set(projectId, await artifacts.lastUpload(projectId))
        return uploads.get(projectId)
      }

      async function answerTo(ask: StackAsk, uploaded: number): Promise<StackAnswer | undefined> {
        const key = hash('sha256', JSON.stringify([uploaded, ask]))
        const known = answers.get(key) ?? asked.get(key)
        if (known !== undefined) return known
        const answer = symbolicateWithTimeout(symbolicator, ask, deadline - now()).then((given) =>
          keep(key, given),
        )
        asked.set(key, answer)
        return answer
      }

      async function mapped(item: ReadEvent): Promise<ReadEvent> {
        const uploaded = await uploadedAt(item.row.projectId)
        if (uploaded === undefined && item.row.document.payload['debug_meta'] === undefined) return item
        const ask = askOf(item.row)
        if (ask === undefined) return item
        const answer = uploaded === undefined ? undefined : await answerTo(ask, uploaded)
        const unread = uploaded !== undefined && hasUnreadMap(answer)
        return withinBudget(budget, item.mark, () => withMaps(item, ask, answer, unread))
      }

      return (items) => Promise.all(items.map(mapped))
    },
  }

  /** What was not found is asked for again with the next batch. */
  function keep(key: string, given: StackAnswer | undefined): StackAnswer | undefined {
    const answer = given?.map((stack) => stack.map(withoutNeighbours))
    if (answer === undefined || !answer.every((stack) => stack.every(isSettled))) return answer
    if (answers.size >= LIMITS.symbols.groupedStacks) answers.clear()
    answers.set(key, answer)
    return answer
  }
}

function withMaps(
  item: ReadEvent,
  ask: StackAsk,
  answer: StackAnswer | undefined,
  unread: boolean,
): ReadEvent {
  const { row } = item
  const awaited = [...(unread ? [UNREAD_MAP] : []), ...awaitedMaps(ask, answer)]
  const identifiers = [
    ...row.identifiers,
    ...awaited.map((value) => ({ kind: 'awaited_map', value }) as const),
  ]
  if (answer === undefined) return { ...item, row: { ...row, identifiers } }
  const { grouping, ...headline } = regroup(row, answer, item.rules, item.groupingVersion)
  // What was decided without maps stays where they make no difference, which they do to rules.
  const decided = grouping.version === 1 && item.rules.length === 0 ? row.document.grouping : grouping
  return {
    ...item,
    row: {
      ...row,
      ...headline,
      identifiers,
      ...mappedTexts(row, answer),
      document: { ...row.document, grouping: decided },
    },
  }
}

function isSettled({ map }: MappedFrame): boolean {
  return map.state === 'mapped' || map.state === 'not_needed'
}

/** The lines around take no part in grouping, and a thousand stacks have many. */
function withoutNeighbours({ original, map }: MappedFrame): MappedFrame {
  return {
    original: original && { ...original, preContext: [], postContext: [] },
    map: { ...map, looked: [] },
  }
}
