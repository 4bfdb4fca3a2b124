import { errorsOf, isElement } from './components.ts'
import type { ChainLink } from './exception-chain.ts'
import { placeOf, type Exception, type Frame } from './frame-runs.ts'

interface Thread {
  readonly name: string | null
  readonly id: string | null
  readonly frames: readonly Frame[]
}

/** The line a console prints for a frame. */
export function rawFrame(frame: Frame): string {
  const place = placeOf(frame)
  if (isElement(frame)) return `at ${frame.function}`
  return frame.function === null ? `at ${place}` : `at ${frame.function} (${place})`
}

/** The errors as a console prints them: the same in every language, because it is pasted into other tools. */
export function rawStack(
  exceptions: readonly Exception[],
  components: readonly Frame[] = [],
  threads: readonly Thread[] = [],
): string {
  const errors = errorsOf(exceptions).map((link) =>
    indented([headOf(link), ...framesOf(link.exception.frames)], link.depth),
  )
  const around = components.length === 0 ? [] : ['React components:', ...framesOf(components)]
  const beside = threads.flatMap(({ name, id, frames }) => [
    `Thread ${name ?? id ?? 'that reported it'}:`,
    ...framesOf(frames),
  ])
  return [...errors, ...around, ...beside].join('\n')
}

function headOf({ exception, relation, number }: ChainLink): string {
  const name = [exception.type, exception.value].filter((part) => part !== null && part !== '').join(': ')
  const text = name === '' ? 'Error' : name
  if (relation === 'cause') return `Caused by: ${text}`
  return relation === 'member' ? `[${number}] ${text}` : text
}

function framesOf(frames: readonly Frame[]): readonly string[] {
  return frames.toReversed().map((frame) => `    ${rawFrame(frame)}`)
}

function indented(lines: readonly string[], depth: number): string {
  return lines
    .join('\n')
    .split('\n')
    .map((line) => `${'    '.repeat(depth)}${line}`)
    .join('\n')
}
