import type { SearchError } from '@hindcast/contract/search/node.ts'
import { AppError } from '#domain/app-error.ts'

/** Records an error and continues, so that one answer lists all errors of a query. */
export type Fail = (error: SearchError) => void

/** An invalid search, with the position of each error. The message describes the first one. */
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
  lookaround: 'uses lookahead or lookbehind, which is not supported',
  backreference: 'uses a backreference, which is not supported',
  broken: 'is not a valid regular expression',
}

const WORDS: Readonly<Record<SearchError['code'], (args: Args, at: string) => string>> = {
  needs_value: ({ key }, at) =>
    `"${key}:" ${at} needs a value. To search for the text itself, put it in quotes.`,
  not_one_of: ({ key, value, choices }, at) => `"${key}:${value}" ${at} must be one of ${choices}.`,
  not_a_number: ({ key, value }, at) =>
    `"${key}:${value}" ${at} must be a number, for example 10, >10 or 10..20.`,
  not_a_time: ({ key, value }, at) =>
    `"${key}:${value}" ${at} must be a date, for example >2026-11-01 or -24h.`,
  not_an_age: ({ key, value }, at) => `"${key}:${value}" ${at} must be an age, for example -24h or >7d.`,
  not_text: ({ key, value }, at) => `"${key}:${value}" ${at} must be text.`,
  bad_pattern: ({ value, fault = '' }, at) => `/${value}/ ${at} ${FAULTS[fault] ?? FAULTS['broken']}.`,
  too_long: ({ limit }, at) => `The search is too long ${at}: it can have at most ${limit} characters.`,
  unclosed_bracket: (_, at) => `The bracket ${at} has no closing bracket.`,
  unopened_bracket: (_, at) =>
    `The bracket ${at} has no opening bracket. To search for the bracket itself, put it in quotes.`,
  empty_brackets: (_, at) => `The brackets ${at} are empty.`,
  missing_operand: ({ operator }, at) =>
    `${operator} ${at} is missing an operand. To search for the word, put it in quotes.`,
  too_many_terms: ({ limit }, at) => `Too many filters and words ${at}: a search can have at most ${limit}.`,
  too_many_stars: ({ limit }, at) => `Too many wildcards ${at}: a value can have at most ${limit}.`,
  too_deep: ({ limit }, at) => `Brackets are nested too deeply ${at}: at most ${limit} levels are allowed.`,
  too_complex: (_, at) => `The search combines too many issue and event filters ${at}. Try a simpler one.`,
  unknown_person: ({ value }, at) =>
    `"${value}" ${at} must be me, none, a member’s email address, or # followed by a team name.`,
  nobody_signed_in: (_, at) => `"assigned:me" ${at} only works for signed-in users, not for tokens.`,
  unknown_issue: ({ value }, at) => `"${value}" ${at} is not an issue ID.`,
  unsupported_key: ({ key, instead }, at) =>
    `"${key}" ${at} is a filter of Sentry that Hindcast does not have.${instead ? ` Try ${instead}.` : ''} To search for a tag of that name, write tags[${key}].`,
  unordered_release: ({ value }, at) =>
    `"${value}" ${at} can’t be compared with the project’s releases. Use an existing release or the same version format, for example shop@4.2.`,
}
