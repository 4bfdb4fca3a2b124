import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'

/** `    at Cart (https://shop.example/app.js:1:20)`, and Firefox's and Safari's `Cart@https://…`. */
const CHROME = /^at (?:(?<name>[^(]*) \()?(?<file>[^()\s]+):(?<line>\d+):(?<column>\d+)\)?$/
const GECKO = /^(?<name>[^@]*)@(?<file>\S+):(?<line>\d+):(?<column>\d+)$/
/** An element of the page itself has no place: `    at div`. */
const NAMED = /^(?:at|in) (?<name>[^\s(]+)(?: \((?:at|created by) .*\))?$/
const MOST = 250

/** The component stack in `contexts.react`, as SDKs before 11 send it: innermost first, turned to oldest first. */
export function componentFrames(event: ErrorEvent): readonly Frame[] | undefined {
  const text = event.contexts['react']?.['componentStack']
  if (typeof text !== 'string') return undefined
  const frames = text
    .split('\n')
    .slice(0, MOST)
    .map(frameOf)
    .filter((frame) => frame !== undefined)
  return frames.length === 0 ? undefined : frames.reverse()
}

function frameOf(sent: string): Frame | undefined {
  const line = sent.trimStart()
  const groups = (CHROME.exec(line) ?? GECKO.exec(line) ?? NAMED.exec(line))?.groups
  if (groups === undefined) return undefined
  const { name, file, line: lineText, column } = groups
  return {
    function: name === '' ? undefined : name,
    module: undefined,
    filename: file,
    absPath: file,
    line: lineText === undefined ? undefined : Number(lineText),
    column: column === undefined ? undefined : Number(column),
    inApp: true,
    preContext: [],
    contextLine: undefined,
    postContext: [],
    vars: undefined,
  }
}
