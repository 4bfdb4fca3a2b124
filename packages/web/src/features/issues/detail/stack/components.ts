import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { isComponentStack } from '#product/issues/original-frame.ts'
import { exceptionChain, type ChainLink } from './exception-chain.ts'
import type { Exception, Frame } from './frame-runs.ts'

type Stacks = Pick<EventView, 'exceptions' | 'componentStack'>
type AllStacks = Stacks & Pick<EventView, 'threads'>

/** The React components around the failure, outermost first, however the SDK sent them. */
export function componentsOf({ exceptions, componentStack }: Stacks): readonly Frame[] {
  const frames = componentStack ?? exceptions.slice(0, -1).find(isComponentStack)?.frames ?? []
  // Page elements are collapsed like library frames.
  return frames.map((frame) => (isElement(frame) ? ofThePage(frame) : frame))
}

function ofThePage(frame: Frame): Frame {
  return { ...frame, inApp: false }
}

/** The errors of an event without the one that only carries the components. */
export function errorsOf(exceptions: readonly Exception[]): readonly ChainLink[] {
  return exceptionChain(exceptions).filter(
    ({ exception, relation }) => relation === 'thrown' || !isComponentStack(exception),
  )
}

/** `div` and its like: what a component drew, without a place in any file. */
export function isElement({ filename, absPath, function: name }: Frame): boolean {
  return filename === null && absPath === null && /^[a-z]/.test(name ?? '')
}

/** An error, or a message whose stack was sent. */
export function hasStack({ exceptions, threads }: Pick<EventView, 'exceptions' | 'threads'>): boolean {
  return exceptions.length > 0 || threads.length > 0
}

/** Frames with built code to switch to. */
export function hasMappedFrames({ exceptions, threads, componentStack }: AllStacks): boolean {
  const stacks = [...[...exceptions, ...threads].map(({ frames }) => frames), componentStack ?? []]
  return stacks.some((frames) => frames.some(({ original }) => original !== null))
}
