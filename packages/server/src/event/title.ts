import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import { LIMITS } from '#domain/limits.ts'
import { decidingException } from './exceptions.ts'
import { decidingFrames } from './threads.ts'
import { shorten } from './shorten.ts'

/** What an event is called in lists. */
export interface Headline {
  readonly title: string
  readonly culprit: string
  readonly type: string
  readonly value: string
}

export function headlineOf(event: ErrorEvent): Headline {
  return { title: titleOf(event), culprit: culpritOf(event), ...typeAndValueOf(event) }
}

export function titleOf(event: ErrorEvent): string {
  const { type, value } = typeAndValueOf(event)
  const line = firstLine(value)
  const title = type !== '' && line !== '' && event.kind === 'error' ? `${type}: ${line}` : line || type
  return shorten(title || '<unlabeled event>', LIMITS.text.title)
}

/** Where it happened: the transaction, else the newest frame of the application. */
export function culpritOf(event: ErrorEvent): string {
  return shorten(event.transaction ?? reportedPage(event) ?? frameCulprit(event), LIMITS.text.culprit)
}

function typeAndValueOf(event: ErrorEvent): { readonly type: string; readonly value: string } {
  if (event.kind === 'security') {
    return { type: event.logger ?? 'security', value: event.message?.formatted ?? '' }
  }
  const exception = decidingException(event)
  const value = exception === undefined ? event.message?.formatted : exception.value
  return { type: exception?.type ?? '', value: shorten(value ?? '', LIMITS.text.exceptionValue) }
}

function reportedPage(event: ErrorEvent): string | undefined {
  return event.kind === 'security' ? event.request?.url : undefined
}

function frameCulprit(event: ErrorEvent): string {
  const frames = decidingFrames(event)
  const frame = frames.findLast((one) => one.inApp && named(one)) ?? frames.findLast(named)
  if (frame === undefined) return ''
  const file = frame.filename ?? frame.module
  if (frame.function === undefined) return file ?? ''
  return file === undefined ? frame.function : `${frame.function} (${file})`
}

function named(frame: Frame): boolean {
  return (frame.function ?? frame.filename ?? frame.module) !== undefined
}

function firstLine(value: string): string {
  const start = value.trimStart()
  const end = start.search(/[\r\n]/)
  return end === -1 ? start.trimEnd() : start.slice(0, end).trimEnd()
}
