import { fileURLToPath } from 'node:url'
import { AppError } from '#domain/app-error.ts'

/** An internal error as reported: plain values, so that it can come from another thread. */
export interface Failure {
  /** The part of the server it happened in. */
  readonly component: string
  /** The log message. */
  readonly message: string
  /** As events have them: the cause first, what was caught last. */
  readonly exceptions: readonly FailedException[]
  /** What a person was shown instead of the failure. */
  readonly digest: string | undefined
  /** What was being done, without anything a caller chose: `GET /api/v1/issues/:issue`. */
  readonly transaction: string | undefined
  /** Whose data it happened with. */
  readonly projectId: string | undefined
}

export interface FailedException {
  readonly type: string
  readonly value: string
  readonly frames: readonly FailedFrame[]
}

export interface FailedFrame {
  readonly function?: string
  readonly filename: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: boolean
}

/** Causes can be chained for ever, and even in a circle. */
const MOST_EXCEPTIONS = 5

/** A message can be anything and may look like a frame; no frame is longer. */
const LONGEST_LINE = 1_000

/** Of what is ours. An installed package, which has no sources, lies among the packages that it uses, or above them. */
const ROOTS = import.meta.url.endsWith('.ts')
  ? [new URL('../../../../../', import.meta.url)]
  : [new URL('../../../', import.meta.url), new URL('../../../../../', import.meta.url)]

/** Undefined for an `AppError`, which is expected and has a message for the caller. */
export function failureOf(
  component: string,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): Failure | undefined {
  const { error } = fields
  if (!(error instanceof Error) || error instanceof AppError) return undefined
  return {
    component,
    message,
    exceptions: exceptionsOf(error),
    digest: textOf(fields['digest']),
    transaction: textOf(fields['route']) ?? textOf(fields['job']),
    projectId: textOf(fields['projectId']),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function exceptionsOf(error: Error): FailedException[] {
  const chain: Error[] = []
  let next: unknown = error
  while (next instanceof Error && chain.length < MOST_EXCEPTIONS) {
    chain.push(next)
    next = next.cause
  }
  return chain
    .toReversed()
    .map(({ name, message, stack }) => ({ type: name, value: message, frames: framesOf(stack ?? '') }))
}

/** `    at name (place:line:column)`, or without a name and brackets. */
const FRAME = /^ {4}at (?:(?<name>.+?) \()?(?:async )?(?<place>[^()]+):(?<line>\d+):(?<column>\d+)\)?$/

/** In the order of events: the place that threw comes last. */
export function framesOf(stack: string, roots: readonly URL[] = ROOTS): FailedFrame[] {
  return stack
    .split('\n')
    .flatMap((line) => frameOf(line, roots))
    .toReversed()
}

function frameOf(line: string, roots: readonly URL[]): FailedFrame[] {
  if (line.length > LONGEST_LINE) return []
  const { name, place, line: lineno, column } = FRAME.exec(line)?.groups ?? {}
  if (place === undefined) return []
  const filename = withoutRoot(place, roots)
  return [
    {
      ...(name !== undefined && { function: name.replace(/^async /, '') }),
      filename,
      lineno: Number(lineno),
      colno: Number(column),
      in_app: !/^node:|(?:^|\/)node_modules\//.test(filename),
    },
  ]
}

/** The installation path is private and would split issues. */
function withoutRoot(place: string, roots: readonly URL[]): string {
  for (const prefix of roots.flatMap((root) => [root.href, fileURLToPath(root)])) {
    if (place.startsWith(prefix)) return place.slice(prefix.length)
  }
  return place
}
