import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'
import { compileGlob } from '#domain/glob.ts'
import { LIMITS } from '#domain/limits.ts'
import type { MappedFrame } from '#domain/source-maps/mapped-frame.ts'
import {
  isFrameMatcher,
  type EventField,
  type GroupingRule,
  type Matcher,
} from '#domain/issues/rules/rule.ts'

/** Everything that a frame may be called: as it was sent, and as its source is. */
export interface FrameValues {
  readonly 'frame.file': readonly string[]
  readonly 'frame.function': readonly string[]
  readonly 'frame.module': readonly string[]
}

/** What all rules together may take for one event. A rule that has no steps left matches nothing, negated or not. */
export interface RuleBudget {
  steps: number
}

export interface CompiledRule {
  readonly rule: GroupingRule
  readonly event: (event: ErrorEvent, budget: RuleBudget) => boolean
  /** Undefined: no rule about frames. */
  readonly frame: ((values: FrameValues, budget: RuleBudget) => boolean) | undefined
}

export function compileRule(rule: GroupingRule): CompiledRule {
  const onEvent = rule.matchers.filter((matcher) => !isFrameMatcher(matcher)).map(eventMatcher)
  const onFrame = rule.matchers.filter(isFrameMatcher).map(frameMatcher)
  return {
    rule,
    event: (event, budget) => onEvent.every((matches) => matches(event, budget)),
    frame:
      onFrame.length === 0
        ? undefined
        : (values, budget) => onFrame.every((matches) => matches(values, budget)),
  }
}

type Matches<T> = (of: T, budget: RuleBudget) => boolean

function eventMatcher({ field, pattern, negated }: Matcher): Matches<ErrorEvent> {
  const any = anyOf(pattern)
  return (event, budget) => {
    const found = any(eventValues(event, field as EventField), budget)
    return budget.steps >= 0 && found !== negated
  }
}

function frameMatcher({ field, pattern, negated }: Matcher): Matches<FrameValues> {
  const any = anyOf(pattern)
  return (values, budget) => {
    const found = any(values[field as keyof FrameValues], budget)
    return budget.steps >= 0 && found !== negated
  }
}

function anyOf(pattern: string): Matches<ReadonlyArray<string | undefined>> {
  const glob = compileGlob(pattern)
  return (texts, budget) =>
    texts.some((text) => {
      if (text === undefined) return false
      const compared = text.slice(0, LIMITS.rules.comparedChars)
      budget.steps -= glob.stepsFor(compared.length)
      return budget.steps >= 0 && glob.matches(compared)
    })
}

function eventValues(
  event: ErrorEvent,
  field: EventField | `tags.${string}`,
): ReadonlyArray<string | undefined> {
  if (field.startsWith('tags.')) {
    const key = field.slice(5)
    return event.tags.filter(([name]) => name === key).map(([, value]) => value)
  }
  const exception = decidingException(event)
  if (field === 'type') return event.exceptions.length === 0 ? [] : [exception?.type]
  if (field === 'message') return [exception?.value, event.message?.formatted]
  return [event[field as Exclude<EventField, 'type' | 'message'>]]
}

export function frameValues(frame: Frame, mapped: MappedFrame | undefined): FrameValues {
  const { original } = mapped ?? {}
  return {
    'frame.file': [original?.filename, original?.source, frame.absPath, frame.filename].flatMap((path) =>
      path === undefined ? [] : [path, withSlashes(path)],
    ),
    'frame.function': [original?.function, frame.function].filter((name) => name !== undefined),
    'frame.module': frame.module === undefined ? [] : [frame.module],
  }
}

// `**/vendor/**` means a folder, also the first one and one of Windows; `src/cart.ts` means what it says.
function withSlashes(path: string): string {
  const plain = path.replaceAll('\\', '/')
  return plain.startsWith('/') || plain.includes('://') ? plain : `/${plain}`
}
