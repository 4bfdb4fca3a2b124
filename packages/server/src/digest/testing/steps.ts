import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import type { Profiler } from 'node:inspector'

/* oxlint-disable no-extend-native, typescript/unbound-method -- counting means standing in for the built-in methods */

/*
 * Counts what a piece of work does instead of how long it takes: blocks of our code that ran, as V8 counts them for
 * coverage, and characters that regular expressions and searches read. An expression is charged what the checker says
 * of it: its length where it is linear, the square of it otherwise.
 */

const VERDICTS = new URL('../../../../../tools/patterns.json', import.meta.url)
const verdicts = JSON.parse(readFileSync(VERDICTS, 'utf8')) as Readonly<Record<string, string>>

/** How secrets were searched for before: kept to show that the count grows with the square where the work does. */
export const FORMER_KEYS = new RegExp(String.raw`(\p{Lu}+)(\p{Lu}\p{Ll})`, 'gu')
export const FORMER_WEB_TOKEN = new RegExp(String.raw`\beyJ[\w-]{14,}\.[\w-]{8,}(?:\.[\w-]*)?`, 'g')
const FORMER = new Set([FORMER_KEYS, FORMER_WEB_TOKEN].map((pattern) => String(pattern)))

export interface StepCounter {
  count(work: () => unknown): number
  close(): void
}

export function openStepCounter(): StepCounter {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  let characters = 0
  const restore = chargeTexts((read) => (characters += read))
  return {
    count(work) {
      blocksRun(session)
      characters = 0
      work()
      const read = characters
      return blocksRun(session) + read
    },
    close() {
      restore()
      session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

function blocksRun(session: Session): number {
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (_, taken) => {
    blocks = taken.result.filter(isOurs).reduce((sum, script) => sum + countsOf(script), 0)
  })
  return blocks
}

function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  return url.includes('/packages/server/src/') && !url.includes('.test.') && !url.includes('/testing/')
}

function countsOf(script: Profiler.ScriptCoverage): number {
  let sum = 0
  for (const { ranges } of script.functions) for (const { count } of ranges) sum += count
  return sum
}

type Charge = (characters: number) => void

function chargeTexts(charge: Charge): () => void {
  const { exec } = RegExp.prototype
  const { indexOf, includes, lastIndexOf } = String.prototype
  RegExp.prototype.exec = function (this: RegExp, subject: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, subject)
    const read = match === null ? subject.length - from : match.index + match[0].length - from
    const flags = this.flags.replace('y', '')
    const text = `/${this.source}/${flags}`
    if (verdicts[text] === 'super-linear' || FORMER.has(text)) charge(read * read)
    else charge(this.sticky && match === null ? 1 : read)
    return match
  }
  String.prototype.indexOf = function (this: string, part: string, from = 0) {
    const at = indexOf.call(this, part, from)
    charge((at === -1 ? this.length : at) - Math.min(from, this.length))
    return at
  }
  String.prototype.includes = function (this: string, part: string, from = 0) {
    const at = indexOf.call(this, part, from)
    charge((at === -1 ? this.length : at) - Math.min(from, this.length))
    return at !== -1
  }
  String.prototype.lastIndexOf = function (this: string, part: string, from = Infinity) {
    const at = lastIndexOf.call(this, part, from)
    charge(Math.min(from, this.length) - Math.max(at, 0))
    return at
  }
  return () => {
    RegExp.prototype.exec = exec
    Object.assign(String.prototype, { indexOf, includes, lastIndexOf })
  }
}
