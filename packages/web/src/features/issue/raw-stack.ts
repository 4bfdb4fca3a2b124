import { exceptionChain, type ChainLink } from './exception-chain.ts'
import { placeOf, type Exception, type Frame } from './frame-runs.ts'

/** The line a console prints for a frame. */
export function rawFrame(frame: Frame): string {
  const place = placeOf(frame)
  return frame.function === null ? `at ${place}` : `at ${frame.function} (${place})`
}

/** The errors as a console prints them: the same in every language, because it is pasted into other tools. */
export function rawStack(exceptions: readonly Exception[]): string {
  return exceptionChain(exceptions)
    .map((link) => indented([headOf(link), ...framesOf(link.exception)], link.depth))
    .join('\n')
}

function headOf({ exception, relation, number }: ChainLink): string {
  const name = [exception.type, exception.value].filter((part) => part !== null && part !== '').join(': ')
  const text = name === '' ? 'Error' : name
  if (relation === 'cause') return `Caused by: ${text}`
  return relation === 'member' ? `[${number}] ${text}` : text
}

function framesOf(exception: Exception): readonly string[] {
  return exception.frames.toReversed().map((frame) => `    ${rawFrame(frame)}`)
}

function indented(lines: readonly string[], depth: number): string {
  return lines
    .join('\n')
    .split('\n')
    .map((line) => `${'    '.repeat(depth)}${line}`)
    .join('\n')
}
