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
  no_arrow: () => 'Add an action after `->`.',
  no_condition: () => 'Add a condition before `->`, for example `type:TypeError`.',
  no_action: ({ actions }) => `The action must be one of ${quoted(actions)}.`,
  no_frames: () => 'Add a frame condition, for example `frame.file:**/vendor/**`.',
  no_name: () => 'A condition needs a name, a colon and a pattern, for example `type:TypeError`.',
  unknown_name: ({ name, names }) => `\`${name}\` is unknown. Use ${names.join(', ')} or tags.<name>.`,
  no_pattern: () => 'Add a pattern after the colon.',
  long_pattern: ({ most }) => `At most ${most} characters.`,
  unknown_action: ({ actions }) => `Must be one of ${quoted(actions)}.`,
  no_fingerprint: () => 'Add a fingerprint: words or `{{ default }}`.',
  many_parts: ({ most }) => `A fingerprint can have at most ${most} parts.`,
  second_arrow: () => 'A rule can only have one `->`.',
  unknown_variable: ({ variables }) => `Unknown variable. Use one of ${variables.join(', ')}.`,
  part_length: ({ most }) => `A part must have 1 to ${most} characters.`,
  open_braces: () => '`{{` is missing its `}}`.',
  open_quotation: () => 'Missing closing quotation mark.',
  many_rules: ({ most }) => `A project can have at most ${most} rules.`,
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
