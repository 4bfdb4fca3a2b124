import type { Words } from './words.ts'

/** How code fails to load, in the words of bundlers and browsers. Each may capture what did not load. */
const FAILURES: readonly RegExp[] = [
  /^Loading (?:CSS )?chunk (\S+) failed/,
  /^Failed to load chunk (\S+)/,
  /^Loading script failed/,
  /^Failed to load script: (\S+)/,
  /^Route did not complete loading: (\S+)/,
  /^(?:Failed to fetch|error loading) dynamically imported module(?:: ?(\S+))?/i,
  /^Importing a module script failed/i,
  /^Unable to preload CSS(?: for (\S+))?/i,
  /^Error loading route module `?([^`\s]+)/,
  /^'text\/html' is not a valid JavaScript MIME type/,
  /^(?:Unexpected token '?<'?|expected expression, got '<')$/,
]

const ADDRESS = /\((?:error|missing|timeout)?:? ?((?:https?:\/|\/)[^\s()]+)\)/

/** The file that failed to load, empty if unknown; undefined: not this problem. */
export function unloadedCode({ type, text }: Words): string | undefined {
  const match = FAILURES.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (match === undefined && type !== 'ChunkLoadError' && type !== 'ScriptExternalLoadError') return undefined
  return ADDRESS.exec(text)?.[1] ?? match?.[1] ?? ''
}
