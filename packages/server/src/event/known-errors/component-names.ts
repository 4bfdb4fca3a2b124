import type { ErrorEvent } from '#domain/events/error-event.ts'
import { isComponentStack } from '#event/exceptions.ts'

type Rendered = Pick<ErrorEvent, 'contexts' | 'exceptions'>

/** `at Price (https://…)` in Chromium, `Price@https://…` in Firefox and Safari; an element of the page has no place. */
const LINE = /^\s*(?:at\s+)?([\w$.]+)\s*(?:[(@](?!<anonymous>)(\S*)|$|\()/
/** A minifier leaves no more than three characters. */
const COMPONENT = /^(?:[\w$]+\.)*[A-Z][\w$]{3,}$/

interface Rung {
  readonly name: string
  readonly placed: boolean
}

/**
 * The React component that an error is about: the innermost one, where its name is still its own. Further out stand
 * layouts and boundaries, which every error passes.
 */
export function failingComponent(event: Rendered): string | undefined {
  const innermost = rungsOf(event).find(({ name, placed }) => placed || /^[A-Z]/.test(name))?.name
  return innermost !== undefined && COMPONENT.test(innermost) ? innermost : undefined
}

/** Innermost first. */
function rungsOf({ contexts, exceptions }: Rendered): readonly Rung[] {
  const sent = contexts['react']?.['componentStack']
  if (typeof sent === 'string') {
    return sent
      .slice(0, 4000)
      .split('\n')
      .flatMap((line) => {
        const match = LINE.exec(line)
        return match === null ? [] : [{ name: match[1]!, placed: Boolean(match[2]) }]
      })
  }
  const frames = exceptions.find(isComponentStack)?.frames ?? []
  return frames
    .toReversed()
    .flatMap(({ function: name, line }) => (name === undefined ? [] : [{ name, placed: line !== undefined }]))
}
