import type { SearchError } from '@hindcast/contract/search/node.ts'
import { AppError } from '#domain/app-error.ts'

/** Tells of a mistake, and goes on to find the others. */
export type Fail = (error: SearchError) => void

/** A search that cannot be understood, with the place of each mistake. The message is for who reads no places. */
export class SearchFault extends AppError {
  readonly errors: readonly SearchError[]
  constructor(errors: readonly SearchError[]) {
    super('invalid_input', sentenceOf(errors[0]!))
    this.errors = errors
  }
}

function sentenceOf({ code, at, args }: SearchError): string {
  return WORDS[code](args, `at position ${at + 1}`)
}

type Args = SearchError['args']

const FAULTS: Readonly<Record<string, string>> = {
  too_long: 'is too long',
  lookaround: 'looks around, which is not possible here',
  backreference: 'refers back, which is not possible here',
  broken: 'is not a regular expression',
}

const WORDS: Readonly<Record<SearchError['code'], (args: Args, at: string) => string>> = {
  needs_value: ({ key }, at) => `"${key}:" ${at} needs a value; in quotes it is searched for as it is.`,
  not_one_of: ({ key, value, choices }, at) => `"${key}:${value}" ${at} must be one of ${choices}.`,
  not_a_number: ({ key, value }, at) => `"${key}:${value}" ${at} must be a number, as in 10, >10 or 10..20.`,
  not_a_time: ({ key, value }, at) => `"${key}:${value}" ${at} must be a date, as in >2026-11-01 or -24h.`,
  not_an_age: ({ key, value }, at) => `"${key}:${value}" ${at} must be an age, as in -24h or >7d.`,
  not_text: ({ key, value }, at) => `"${key}:${value}" ${at} must be a text.`,
  bad_pattern: ({ value, fault = '' }, at) => `/${value}/ ${at} ${FAULTS[fault] ?? FAULTS['broken']}.`,
  too_long: ({ limit }, at) =>
    `What stands ${at} and behind it is too much: a search has at most ${limit} characters.`,
  unclosed_bracket: (_, at) => `The bracket ${at} is not closed.`,
  unopened_bracket: (_, at) => `The bracket ${at} was never opened; in quotes it is searched for as it is.`,
  empty_brackets: (_, at) => `There is nothing between the brackets ${at}.`,
  missing_operand: ({ operator }, at) => `${operator} ${at} has nothing to join; in quotes it is a word.`,
  too_many_terms: ({ limit }, at) => `There are more than ${limit} filters and words ${at}.`,
  too_many_stars: ({ limit }, at) => `The star ${at} is one too many: a value has at most ${limit}.`,
  too_deep: ({ limit }, at) => `There are more than ${limit} brackets inside each other ${at}.`,
  too_complex: (_, at) =>
    `What is searched ${at} mixes issues and events in too many ways; search for a part of it.`,
  unknown_person: ({ value }, at) =>
    `"${value}" ${at} must be me, none, the e-mail address of a member or # and the name of a team.`,
  nobody_signed_in: (_, at) => `"assigned:me" ${at} needs a person who is signed in; a token is nobody.`,
  unknown_issue: ({ value }, at) => `"${value}" ${at} must be the id of an issue.`,
  unordered_release: ({ value }, at) =>
    `No release of the project can be compared with "${value}" ${at}: it must be one of them, or be numbered as they are, as in shop@4.2.`,
}
