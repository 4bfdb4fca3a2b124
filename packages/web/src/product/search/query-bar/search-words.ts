import type { Problem } from '@hindcast/contract/problem.ts'
import { useLingui } from '@lingui/react/macro'

type Mistake = NonNullable<Problem['search']>[number]

/** One sentence for what is wrong with a search, in the reader's language. */
export function useMistakeWords(): (mistake: Mistake) => string | undefined {
  const { t } = useLingui()
  const patterns: Readonly<Record<string, string>> = {
    too_long: t`This regular expression is too long.`,
    lookaround: t`A regular expression cannot look around here.`,
    backreference: t`A regular expression cannot refer back here.`,
    broken: t`This is not a regular expression.`,
  }
  return ({ code, args: { key = '', value = '', choices = '', operator = '', limit = '', fault = '' } }) => {
    const words: Readonly<Record<string, string | undefined>> = {
      needs_value: t`${key}: needs a value. In quotes it is searched for as it is.`,
      not_one_of: t`${key} must be one of ${choices}.`,
      not_a_number: t`${key} must be a number, as in 10, >10 or 10..20.`,
      not_a_time: t`${key} must be a date, as in >2026-11-01 or -24h.`,
      not_an_age: t`${key} must be an age, as in -24h or >7d.`,
      bad_pattern: patterns[fault] ?? patterns['broken'],
      too_long: t`A search has at most ${limit} characters.`,
      unclosed_bracket: t`This bracket is not closed.`,
      unopened_bracket: t`This bracket was never opened. In quotes it is searched for as it is.`,
      empty_brackets: t`There is nothing between the brackets.`,
      missing_operand: t`${operator} has nothing to join. In quotes it is a word.`,
      too_many_terms: t`There are more than ${limit} filters and words.`,
      too_many_stars: t`A value has at most ${limit} stars.`,
      too_deep: t`There are more than ${limit} brackets inside each other.`,
      too_complex: t`This query combines too many issue and event filters. Try a simpler one.`,
      unknown_person: t`${value} must be me, none, the e-mail address of a member, or # and the name of a team.`,
      nobody_signed_in: t`“me” needs a person who is signed in.`,
      unknown_issue: t`${value} is not the id of an issue.`,
      unordered_release: t`No release here can be compared with ${value}. It must be one of them, or be numbered as they are, as in shop@4.2.`,
    }
    return words[code]
  }
}
