import type { Problem } from '@hindcast/contract/problem.ts'
import { useLingui } from '@lingui/react/macro'

type Mistake = NonNullable<Problem['search']>[number]

/** One sentence for what is wrong with a search, in the reader's language. */
export function useMistakeWords(): (mistake: Mistake) => string | undefined {
  const { t } = useLingui()
  const patterns: Readonly<Record<string, string>> = {
    too_long: t`This regular expression is too long.`,
    lookaround: t`Lookahead and lookbehind aren’t supported here.`,
    backreference: t`Backreferences aren’t supported here.`,
    broken: t`Invalid regular expression.`,
  }
  return ({
    code,
    args: { key = '', value = '', choices = '', operator = '', limit = '', fault = '', instead = '' },
  }) => {
    const words: Readonly<Record<string, string | undefined>> = {
      needs_value: t`${key}: needs a value. To search for the text itself, put it in quotes.`,
      not_one_of: t`${key} must be one of ${choices}.`,
      not_a_number: t`${key} must be a number, for example 10, >10 or 10..20.`,
      not_a_time: t`${key} must be a date, for example >2026-11-01 or -24h.`,
      not_an_age: t`${key} must be an age, for example -24h or >7d.`,
      bad_pattern: patterns[fault] ?? patterns['broken'],
      too_long: t`A search can have at most ${limit} characters.`,
      unclosed_bracket: t`Missing closing bracket.`,
      unopened_bracket: t`Missing opening bracket. To search for the bracket itself, put it in quotes.`,
      empty_brackets: t`Empty brackets.`,
      missing_operand: t`${operator} is missing an operand. To search for the word, put it in quotes.`,
      too_many_terms: t`A search can have at most ${limit} filters and words.`,
      too_many_stars: t`A value can have at most ${limit} wildcards (*).`,
      too_deep: t`Brackets can be nested at most ${limit} levels deep.`,
      too_complex: t`This query combines too many issue and event filters. Try a simpler one.`,
      unknown_person: t`${value} must be me, none, a member’s email address, or # followed by a team name.`,
      nobody_signed_in: t`“me” only works for signed-in users.`,
      unknown_issue: t`${value} is not an issue ID.`,
      unsupported_key: instead
        ? t`Sentry’s filter ${key} does not exist here. Try ${instead}, or tags[${key}] for a tag of that name.`
        : t`Sentry’s filter ${key} does not exist here. To search for a tag of that name, write tags[${key}].`,
      unordered_release: t`${value} can’t be compared with this project’s releases. Use an existing release or the same version format, for example shop@4.2.`,
    }
    return words[code]
  }
}
