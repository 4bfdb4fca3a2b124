/** Why a rule cannot be read, as a code with what it names. */
export type RuleProblem =
  | { readonly code: 'no_arrow' }
  | { readonly code: 'no_condition' }
  | { readonly code: 'no_action'; readonly actions: string[] }
  | { readonly code: 'no_frames' }
  | { readonly code: 'no_name' }
  | { readonly code: 'unknown_name'; readonly name: string; readonly names: string[] }
  | { readonly code: 'no_pattern' }
  | { readonly code: 'long_pattern'; readonly most: number }
  | { readonly code: 'unknown_action'; readonly actions: string[] }
  | { readonly code: 'no_fingerprint' }
  | { readonly code: 'many_parts'; readonly most: number }
  | { readonly code: 'second_arrow' }
  | { readonly code: 'unknown_variable'; readonly variables: string[] }
  | { readonly code: 'part_length'; readonly most: number }
  | { readonly code: 'open_braces' }
  | { readonly code: 'open_quotation' }
  | { readonly code: 'many_rules'; readonly most: number }

const SENTENCES: {
  readonly [Code in RuleProblem['code']]: (said: Extract<RuleProblem, { readonly code: Code }>) => string
} = {
  no_arrow: () => 'Say after `->` what is to be done.',
  no_condition: () => 'Say before `->` what must hold, such as `type:TypeError`.',
  no_action: ({ actions }) => `Say what is to be done: ${quoted(actions)}.`,
  no_frames: () => 'Say which frames, such as `frame.file:**/vendor/**`.',
  no_name: () => 'A condition has a name, a colon and a pattern: `type:TypeError`.',
  unknown_name: ({ name, names }) =>
    `There is no \`${name}\`; there are ${names.join(', ')} and tags.<name>.`,
  no_pattern: () => 'The pattern is missing after the colon.',
  long_pattern: ({ most }) => `At most ${most} characters.`,
  unknown_action: ({ actions }) => `This is none of ${quoted(actions)}.`,
  no_fingerprint: () => 'Say the fingerprint: words, or `{{ default }}`.',
  many_parts: ({ most }) => `A fingerprint has at most ${most} parts.`,
  second_arrow: () => 'A rule has one `->`.',
  unknown_variable: ({ variables }) => `There is no such variable; there are ${variables.join(', ')}.`,
  part_length: ({ most }) => `A part has 1 to ${most} characters.`,
  open_braces: () => '`{{` has no `}}`.',
  open_quotation: () => 'The quotation mark is not closed.',
  many_rules: ({ most }) => `A project can have ${most} rules.`,
}

export const RULE_PROBLEM_CODES = Object.keys(SENTENCES)

export function problemSentence(problem: RuleProblem): string {
  const sentence = SENTENCES[problem.code] as (said: RuleProblem) => string
  return sentence(problem)
}

function quoted(words: readonly string[]): string {
  const all = words.map((word) => `\`${word}\``)
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
