import type { RuleError, RuleProblem } from '@hindcast/contract/issues/rules.ts'
import { msg } from '@lingui/core/macro'
import { inWords, type CodedWords } from '#lib/i18n/coded-messages.ts'

/** What is typed stays as it is; braces of a message would name a value. */
const DEFAULT = '`{{ default }}`'
const BRACES = ['`{{`', '`}}`'] as const
const TAG = 'tags.<name>'

const listOf = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

const WORDS: CodedWords<RuleProblem> = {
  no_arrow: () => msg`Say after \`->\` what is to be done.`,
  no_condition: () => msg`Say before \`->\` what must hold, such as \`type:TypeError\`.`,
  no_action: ({ actions }) => {
    const known = listOf(actions)
    return msg`Say what is to be done, one of ${known}.`
  },
  no_frames: () => msg`Say which frames, such as \`frame.file:**/vendor/**\`.`,
  no_name: () => msg`A condition has a name, a colon and a pattern: \`type:TypeError\`.`,
  unknown_name: ({ name, names }) => {
    const known = names.join(', ')
    return msg`There is no \`${name}\`; there are ${known} and ${TAG}.`
  },
  no_pattern: () => msg`The pattern is missing after the colon.`,
  long_pattern: ({ most }) => msg`At most ${most} characters.`,
  unknown_action: ({ actions }) => {
    const known = listOf(actions)
    return msg`This is none of ${known}.`
  },
  no_fingerprint: () => msg`Say the fingerprint: words, or ${DEFAULT}.`,
  many_parts: ({ most }) => msg`A fingerprint has at most ${most} parts.`,
  second_arrow: () => msg`A rule has one \`->\`.`,
  unknown_variable: ({ variables }) => {
    const known = variables.join(', ')
    return msg`There is no such variable; there are ${known}.`
  },
  part_length: ({ most }) => msg`A part has 1 to ${most} characters.`,
  open_braces: () => {
    const [open, close] = BRACES
    return msg`${open} has no ${close}.`
  },
  open_quotation: () => msg`The quotation mark is not closed.`,
  many_rules: ({ most }) => msg`A project can have ${most} rules.`,
}

export function problemWords({ problem, message }: Pick<RuleError, 'problem' | 'message'>): string {
  return inWords(WORDS, problem) ?? message
}
