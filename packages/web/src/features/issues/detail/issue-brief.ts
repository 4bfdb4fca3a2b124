import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import type { IssueSuspects } from '@hindcast/contract/releases/releases.ts'
import { componentsOf, errorsOf as chainOf } from './stack/components.ts'
import type { Frame } from './stack/frame-runs.ts'
import { rawFrame } from './stack/raw-stack.ts'
import { shownExceptions, shownFrames } from './stack/stack-code.ts'
import { timelineOf } from './event/timeline.ts'

const MOST_FRAMES = 16
const MOST_MOMENTS = 15
const MOST_CHARACTERS = 1000

interface Given {
  readonly issue: IssueDetail
  readonly event: EventView | undefined
  readonly suspects: IssueSuspects['suspects']
  /** The address of what is shown, without a language. */
  readonly url: string
}

/**
 * The issue as Markdown, complete enough to work on it without opening it. Always in English, because it is pasted
 * into tickets and tools.
 */
export function issueBrief({ issue, event, suspects, url }: Given): string {
  const parts = [
    `# ${issue.shortId}: ${shortened(issue.title)}`,
    factsOf(issue, event, url),
    ...(event === undefined
      ? []
      : [knownAs(event), ...errorsOf(event), componentsPart(event), momentsOf(event), tagsOf(event)]),
    suspectsPart(suspects),
    commentsOf(issue),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function factsOf(issue: IssueDetail, event: EventView | undefined, url: string): string {
  const rows: ReadonlyArray<readonly [string, string | null | undefined]> = [
    ['Link', url],
    ['Level', issue.level],
    ['Status', statusOf(issue)],
    ['Priority', issue.priority],
    ['Assigned to', issue.assignee?.name ?? issue.assigneeTeam?.name],
    ['Where', issue.culprit],
    ['Events', String(issue.events)],
    ['Users', String(issue.users)],
    ['First seen', seen(issue.firstSeen, issue.firstRelease)],
    ['Last seen', seen(issue.lastSeen, issue.lastRelease)],
    ['Event', event?.eventId],
    ['Release', event?.release],
    ['Environment', event?.environment],
    ['Browser', named(event, 'browser')],
    ['Operating system', named(event, 'os')],
    ['Device', named(event, 'device')],
    ['URL', event?.request?.url],
    ['Trace', event?.traceId],
  ]
  return rows
    .flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : `- ${name}: ${value}`,
    )
    .join('\n')
}

function named(event: EventView | undefined, context: string): string {
  const { name, version } = event?.contexts[context] ?? {}
  return [name, version].filter((part) => typeof part === 'string').join(' ')
}

/** In English, like the rest of it. */
function statusOf({ status, substatus, resolution, snooze }: IssueDetail): string {
  if (status === 'unresolved') return substatus
  if (resolution?.kind === 'next_release')
    return `resolved in the release after ${resolution.release ?? 'none'}`
  if (resolution?.kind === 'release') return `resolved in ${resolution.release}`
  if (resolution?.kind === 'commit') return `resolved by commit ${resolution.commit}`
  if (snooze?.kind === 'until') return `ignored until ${snooze.until}`
  if (snooze?.kind === 'escalating') return 'ignored until it escalates'
  if (snooze?.kind !== 'events' && snooze?.kind !== 'users') return status
  const within = snooze.withinMinutes === null ? '' : ` within ${snooze.withinMinutes} minutes`
  return `ignored until ${snooze.count} ${snooze.kind}${within}, ${snooze.counted} so far`
}

function suspectsPart(suspects: Given['suspects']): string {
  if (suspects.length === 0) return ''
  const lines = suspects.map(({ commit: { id, author, message }, file }) => {
    const by = author?.name ?? author?.email ?? 'somebody'
    const [subject = ''] = (message ?? '').split('\n')
    return `- ${id.slice(0, 12)} by ${by}, changed ${file}: ${shortened(subject)}`
  })
  return `## Suspect commit\n\n${lines.join('\n')}`
}

/** Oldest first. */
function commentsOf({ history }: IssueDetail): string {
  const comments = history.filter(({ kind }) => kind === 'comment').toReversed()
  if (comments.length === 0) return ''
  const lines = comments.map(
    ({ at, person, data }) => `${person?.name ?? 'Someone'}, ${at}:\n\n${quoted(shortened(data.text ?? ''))}`,
  )
  return `## Comments\n\n${lines.join('\n\n')}`
}

function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ')
}

function seen(at: string, release: string | null): string {
  return release === null ? at : `${at} in ${release}`
}

function errorsOf(event: EventView): readonly string[] {
  if (event.exceptions.length === 0) {
    const written = shownFrames(event.threads[0]?.frames ?? [], false)
    const body = [shortened(event.message?.formatted ?? ''), ...briefFrames(written)].filter(
      (line) => line !== '',
    )
    return body.length === 0 ? [] : [`## Message\n\n${fenced(body.join('\n'))}`]
  }
  return chainOf(shownExceptions(event.exceptions, false)).map(({ exception, relation }) => {
    const name = exception.type ?? 'Error'
    const title = { thrown: name, cause: `Caused by ${name}`, member: `In the group: ${name}` }[relation]
    const body = [shortened(exception.value ?? ''), ...briefFrames(exception.frames)]
      .filter((line) => line !== '')
      .join('\n')
    return `## ${title}\n\n${fenced(body)}`
  })
}

/** The throwing one first. */
function briefFrames(oldestFirst: readonly Frame[]): readonly string[] {
  const frames = oldestFirst.toReversed()
  const lines = frames.slice(0, MOST_FRAMES).map(briefFrame)
  return frames.length > MOST_FRAMES ? [...lines, `… ${frames.length - MOST_FRAMES} more frames`] : lines
}

function componentsPart(event: EventView): string {
  const frames = shownFrames(componentsOf(event), false)
  return frames.length === 0 ? '' : `## React components\n\n${fenced(briefFrames(frames).join('\n'))}`
}

function knownAs({ recognised }: EventView): string {
  if (recognised === null) return ''
  const { title, about, confirm, fix, details } = recognised
  const said = details.message === null ? [] : [`- React says: ${shortened(details.message)}`]
  return [
    `## Recognised: ${title}`,
    [about, '', ...said, `- To confirm: ${confirm}`, `- Usual fix: ${fix}`].join('\n'),
  ].join('\n\n')
}

function briefFrame(frame: Frame): string {
  const line = frame.inApp && frame.contextLine !== null ? `\n    > ${frame.contextLine.trim()}` : ''
  return `${rawFrame(frame)}${line}`
}

function momentsOf(event: EventView): string {
  const moments = timelineOf(event).slice(-MOST_MOMENTS)
  if (moments.length === 0) return ''
  const lines = moments.map(({ offsetMs, category, text, status }) => {
    const when = offsetMs === null ? '' : `${(offsetMs / 1000).toFixed(1)} s `
    return `- ${when}${category}: ${shortened(text)}${status === null ? '' : ` (${status})`}`
  })
  return `## Before it\n\n${lines.join('\n')}`
}

function tagsOf(event: EventView): string {
  const tags = event.tags.map(({ key, value }) => `- ${key}: ${value}`)
  return tags.length === 0 ? '' : `## Tags\n\n${tags.join('\n')}`
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

/** A longer fence than any in the text, so that a message with Markdown in it cannot end its block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
