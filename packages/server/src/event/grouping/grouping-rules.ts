import type { ErrorEvent, Frame, Thread } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'
import { decidingThread } from '#event/threads.ts'
import { LIMITS } from '#domain/limits.ts'
import type { MappedFrame, StackAnswer } from '#domain/source-maps/mapped-frame.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { parseRules } from '#domain/issues/rules/parse.ts'
import type { FingerprintPart, FingerprintVariable, GroupingRule } from '#domain/issues/rules/rule.ts'
import { compileRule, frameValues, type CompiledRule, type RuleBudget } from './grouping-rule-match.ts'

/** The rules of a project, ready to be applied. */
export type GroupingRules = readonly CompiledRule[]

export interface Ruled {
  readonly event: ErrorEvent
  readonly answer: StackAnswer | undefined
  /** The rule that set the fingerprint. */
  readonly fingerprintRule: GroupingRule | undefined
}

/** Settings stay the same object until someone changes them, and so do the rules. */
const compiled = new WeakMap<Pick<ProjectSettings, 'groupingRules'>, GroupingRules>()

/** What cannot be read was refused when it was saved; a later version that reads less must not stop events. */
export function rulesOf(settings: Pick<ProjectSettings, 'groupingRules'>): GroupingRules {
  const known = compiled.get(settings)
  if (known !== undefined) return known
  const rules = settings.groupingRules === '' ? [] : parseRules(settings.groupingRules).rules.map(compileRule)
  compiled.set(settings, rules)
  return rules
}

/**
 * The event as the grouping is to see it. What the versions do with it stays frozen: rules only say which frames there
 * are, whose they are, and what the fingerprint is. What is stored and shown of the stack stays as it was sent.
 */
export function applyRules(rules: GroupingRules, event: ErrorEvent, answer: StackAnswer | undefined): Ruled {
  if (rules.length === 0) return { event, answer, fingerprintRule: undefined }
  const budget = { steps: LIMITS.rules.eventSteps }
  const framed = applyToFrames(rules, event, answer, budget)
  const matching = rules.find(
    ({ rule, ...matches }) => rule.action.kind === 'fingerprint' && isMatch(matches, framed, budget),
  )
  if (matching?.rule.action.kind !== 'fingerprint') return { ...framed, fingerprintRule: undefined }
  const fingerprint = matching.rule.action.parts.map((part) => textOf(part, event))
  return {
    event: { ...framed.event, fingerprint },
    answer: framed.answer,
    fingerprintRule: matching.rule,
  }
}

type Framed = Pick<Ruled, 'event' | 'answer'>

function isMatch(
  { event: matches, frame }: Pick<CompiledRule, 'event' | 'frame'>,
  framed: Framed,
  budget: RuleBudget,
): boolean {
  if (!matches(framed.event, budget)) return false
  if (frame === undefined) return true
  const exception = decidingException(framed.event)
  const index = framed.event.exceptions.indexOf(exception!)
  const frames = exception?.frames ?? decidingThread(framed.event)?.frames ?? []
  return frames.some(
    (one, place) =>
      place >= frames.length - LIMITS.rules.frames &&
      frame(frameValues(one, framed.answer?.[index]?.[place]), budget),
  )
}

/** Every rule in order: of two that disagree about a frame the later one decides. */
function applyToFrames(
  rules: GroupingRules,
  event: ErrorEvent,
  answer: StackAnswer | undefined,
  budget: RuleBudget,
): Framed {
  const own = rules.filter(
    ({ rule, event: matches }) => rule.action.kind !== 'fingerprint' && matches(event, budget),
  )
  if (own.length === 0) return { event, answer }
  const stacks = event.exceptions.map(({ frames }, index) =>
    frames.flatMap((frame, place) =>
      decided(
        place < frames.length - LIMITS.rules.frames ? [] : own,
        frame,
        answer?.[index]?.[place],
        budget,
      ),
    ),
  )
  return {
    event: {
      ...event,
      exceptions: event.exceptions.map((exception, index) => ({
        ...exception,
        frames: stacks[index]!.map(({ frame }) => frame),
      })),
      threads: event.threads.map((thread) => decidedThread(own, thread, budget)),
    },
    answer: answer && stacks.map((stack, index) => mappedOf(stack, answer[index])),
  }
}

/** Threads are grouped as they were sent: maps say nothing of the languages that have them. */
function decidedThread(rules: readonly CompiledRule[], thread: Thread, budget: RuleBudget): Thread {
  const first = thread.frames.length - LIMITS.rules.frames
  const frames = thread.frames.flatMap((frame, place) =>
    decided(place < first ? [] : rules, frame, undefined, budget).map((one) => one.frame),
  )
  return { ...thread, frames }
}

interface Decided {
  readonly frame: Frame
  readonly mapped: MappedFrame | undefined
}

function mappedOf(stack: readonly Decided[], answer: readonly MappedFrame[] | undefined) {
  return answer === undefined || answer.length === 0
    ? []
    : stack.flatMap(({ mapped }) => (mapped === undefined ? [] : [mapped]))
}

function decided(
  rules: readonly CompiledRule[],
  frame: Frame,
  mapped: MappedFrame | undefined,
  budget: RuleBudget,
): readonly Decided[] {
  const values = frameValues(frame, mapped)
  let result: Decided | undefined = { frame, mapped }
  for (const { rule, frame: matches } of rules) {
    if (budget.steps < 0) break
    if (matches === undefined || !matches(values, budget)) continue
    const { kind } = rule.action
    result = kind === 'ignore_frame' ? undefined : owned({ frame, mapped }, kind === 'in_app')
  }
  return result === undefined ? [] : [result]
}

function owned({ frame, mapped }: Decided, inApp: boolean): Decided {
  return {
    frame: { ...frame, ...(inApp ? withoutDependency(frame) : {}), inApp, inAppBefore: undefined },
    mapped: mapped?.original === undefined ? mapped : { ...mapped, original: { ...mapped.original, inApp } },
  }
}

/** Version 1 never takes a dependency for the application's own; what it makes of the rest of the path is the same. */
function withoutDependency({ absPath, filename }: Frame): Partial<Frame> {
  const cut = (path: string | undefined) => path?.replace(/^.*[/\\]?node_modules[/\\]/, '/')
  return { absPath: cut(absPath), filename: cut(filename) }
}

function textOf(part: FingerprintPart, event: ErrorEvent): string {
  if ('text' in part) return part.text
  return VARIABLES[part.variable](event) ?? ''
}

const VARIABLES: Readonly<Record<FingerprintVariable, (event: ErrorEvent) => string | undefined>> = {
  default: () => '{{ default }}',
  type: (event) => decidingException(event)?.type,
  message: (event) => decidingException(event)?.value ?? event.message?.formatted,
  transaction: ({ transaction }) => transaction,
  level: ({ level }) => level,
}
