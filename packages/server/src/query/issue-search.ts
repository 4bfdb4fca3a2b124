import { AppError } from '#domain/app-error.ts'
import { ISSUE_STATUSES, type IssueStatus } from '#domain/issue.ts'
import { LEVELS, type Level } from '#domain/level.ts'

export interface IssueSearch {
  readonly status: IssueStatus | undefined
  readonly level: Level | undefined
  readonly words: readonly string[]
}

const TOKEN = /"([^"]*)"?|\S+/g
/** Lower case only, and something other than `//` behind the colon: `TypeError:` and `https://…` are words. */
const FILTER = /^(!?[a-z][a-z_.]*):(?!\/\/)(.+)$/

/** `is:unresolved level:error some words "and a phrase"`. What is not understood is an error with its position. */
export function parseIssueSearch(text: string): IssueSearch {
  let status: IssueStatus | undefined
  let level: Level | undefined
  const words: string[] = []
  for (const match of text.matchAll(TOKEN)) {
    const filter = match[1] === undefined ? FILTER.exec(match[0]) : null
    if (filter === null) {
      const word = match[1] ?? match[0]
      if (word !== '') words.push(word)
      continue
    }
    const [, key, value] = filter as unknown as [string, string, string]
    const at = match.index + 1
    if (key === 'is') status = once(status, oneOf(ISSUE_STATUSES, key, value, at), key, at)
    else if (key === 'level') level = once(level, oneOf(LEVELS, key, value, at), key, at)
    else throw unreadable(`Unknown filter "${key}:" at position ${at}. Known filters: is, level.`)
  }
  return { status, level, words }
}

function oneOf<T extends string>(known: readonly T[], key: string, value: string, at: number): T {
  const found = known.find((candidate) => candidate === value)
  if (found === undefined) {
    throw unreadable(`"${key}:${value}" at position ${at} must be one of ${known.join(', ')}.`)
  }
  return found
}

function once<T>(before: T | undefined, now: T, key: string, at: number): T {
  if (before !== undefined && before !== now) {
    throw unreadable(`"${key}:" is given a second time, with another value, at position ${at}.`)
  }
  return now
}

function unreadable(message: string): AppError {
  return new AppError('invalid_input', message)
}
