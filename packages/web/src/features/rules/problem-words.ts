import type { RuleError, RuleProblem } from '@hindcast/contract/issues/rules.ts'
import { msg } from '@lingui/core/macro'
import { inWords, type CodedWords } from '#lib/i18n/coded-messages.ts'

/** What is typed stays as it is; braces of a message would name a value. */
const DEFAULT = '`{{ default }}`'
const BRACES = ['`{{`', '`}}`'] as const
const TAG = 'tags.<name>'

const listOf = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

const WORDS: CodedWords<RuleProblem> = {
  no_arrow: () => msg`Add an action after \`->\`.`,
  no_condition: () => msg`Add a condition before \`->\`, for example \`type:TypeError\`.`,
  no_action: ({ actions }) => {
    const known = listOf(actions)
    return msg`The action must be one of ${known}.`
  },
  no_frames: () => msg`Add a frame condition, for example \`frame.file:**/vendor/**\`.`,
  no_name: () => msg`A condition needs a name, a colon and a pattern, for example \`type:TypeError\`.`,
  unknown_name: ({ name, names }) => {
    const known = names.join(', ')
    return msg`\`${name}\` is unknown. Use ${known} or ${TAG}.`
  },
  no_pattern: () => msg`Add a pattern after the colon.`,
  long_pattern: ({ most }) => msg`At most ${most} characters.`,
  unknown_action: ({ actions }) => {
    const known = listOf(actions)
    return msg`Must be one of ${known}.`
  },
  no_fingerprint: () => msg`Add a fingerprint: words or ${DEFAULT}.`,
  many_parts: ({ most }) => msg`A fingerprint can have at most ${most} parts.`,
  second_arrow: () => msg`A rule can only have one \`->\`.`,
  unknown_variable: ({ variables }) => {
    const known = variables.join(', ')
    return msg`Unknown variable. Use one of ${known}.`
  },
  part_length: ({ most }) => msg`A part must have 1 to ${most} characters.`,
  open_braces: () => {
    const [open, close] = BRACES
    return msg`${open} is missing its ${close}.`
  },
  open_quotation: () => msg`Missing closing quotation mark.`,
  many_rules: ({ most }) => msg`A project can have at most ${most} rules.`,
}

export function problemWords({ problem, message }: Pick<RuleError, 'problem' | 'message'>): string {
  return inWords(WORDS, problem) ?? message
}
