import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { parseRules } from './parse.ts'
import { RULE_PROBLEM_CODES } from './problem.ts'

const only = (text: string) => {
  const { rules, errors } = parseRules(text)
  expect(errors).toEqual([])
  expect(rules).toHaveLength(1)
  return rules[0]!
}
const mistake = (text: string) => {
  const { errors } = parseRules(text)
  expect(errors).toHaveLength(1)
  const { line, column, length, message } = errors[0]!
  const marked = text.split('\n')[line - 1]!.slice(column - 1, column - 1 + length)
  return { at: `${line}:${column}`, marked, message }
}

describe('rules as text', () => {
  it('[GR91] say what must hold and what is then done, in one line that can be read aloud', () => {
    expect(only('type:TypeError message:"*time out*" -> fingerprint payment-timeout {{ default }}')).toEqual({
      line: 1,
      matchers: [
        { field: 'type', pattern: 'TypeError', negated: false },
        { field: 'message', pattern: '*time out*', negated: false },
      ],
      action: { kind: 'fingerprint', parts: [{ text: 'payment-timeout' }, { variable: 'default' }] },
    })
    expect(only('frame.file:**/vendor/** -> not in app').action).toEqual({ kind: 'not_in_app' })
    expect(only('frame.file:**/node_modules/@acme/** -> in app').action).toEqual({ kind: 'in_app' })
    expect(only('  frame.function:wrap*   ->  ignore   frame  ').action).toEqual({ kind: 'ignore_frame' })
    expect(only('!release:shop@1* tags.plan:"big one" -> fingerprint "a b"')).toMatchObject({
      matchers: [
        { field: 'release', pattern: 'shop@1*', negated: true },
        { field: 'tags.plan', pattern: 'big one', negated: false },
      ],
      action: { parts: [{ text: 'a b' }] },
    })
    expect(only(String.raw`message:"a \"b\" \\ c" -> fingerprint {{type}}`).matchers[0]!.pattern).toBe(
      String.raw`a "b" \ c`,
    )
  })

  it('[GR91] may have comments and empty lines, and keep the numbers of their lines', () => {
    const text =
      '# payments\r\n\n  \ntype:A -> fingerprint a # why\r\nmessage:"# no comment" -> fingerprint b'
    const { rules, errors } = parseRules(text)
    expect(errors).toEqual([])
    expect(rules.map(({ line }) => line)).toEqual([4, 5])
    expect(rules[1]!.matchers[0]!.pattern).toBe('# no comment')
  })

  it('[GR92] point at the characters that cannot be read, and say what could', () => {
    expect(mistake('typ:TypeError -> fingerprint a')).toMatchObject({ at: '1:1', marked: 'typ' })
    expect(mistake('typ:TypeError -> fingerprint a').message).toContain('type, message')
    expect(mistake('\n type:A !framefile:b -> in app')).toMatchObject({ at: '2:10', marked: 'framefile' })
    expect(mistake('type:A')).toMatchObject({ at: '1:7' })
    expect(mistake('-> fingerprint a')).toMatchObject({ at: '1:1', marked: '->' })
    expect(mistake('type:A ->')).toMatchObject({ at: '1:8', marked: '->' })
    expect(mistake('type: -> fingerprint a')).toMatchObject({ at: '1:5', marked: ':' })
    expect(mistake('type:A -> fingerprint')).toMatchObject({ marked: 'fingerprint' })
    expect(mistake('type:A -> fingerprint {{ user }}')).toMatchObject({ at: '1:23', marked: '{{ user }}' })
    expect(mistake('type:A -> fingerprint {{ default')).toMatchObject({ at: '1:23' })
    expect(mistake('type:"A -> fingerprint a')).toMatchObject({ at: '1:6' })
    expect(mistake('type:A -> drop it')).toMatchObject({ at: '1:11', marked: 'drop it' })
    expect(mistake('type:A -> not in app').message).toContain('frame.file')
    expect(mistake('word -> fingerprint a')).toMatchObject({ at: '1:1', marked: 'word' })
    expect(mistake('type:A -> fingerprint a -> in app')).toMatchObject({ at: '1:25', marked: '->' })
  })

  it('[GR101] say what is wrong as a code with what it names, beside the sentence', () => {
    const problem = (text: string) => parseRules(text).errors[0]!.problem
    expect(problem('typ:TypeError -> fingerprint a')).toEqual({
      code: 'unknown_name',
      name: 'typ',
      names: expect.arrayContaining(['type', 'frame.file']) as string[],
    })
    expect(problem('type:A -> drop it')).toEqual({
      code: 'unknown_action',
      actions: ['fingerprint …', 'in app', 'not in app', 'ignore frame'],
    })
    expect(problem(`type:${'a'.repeat(LIMITS.rules.patternChars + 1)} -> fingerprint a`)).toEqual({
      code: 'long_pattern',
      most: LIMITS.rules.patternChars,
    })
    const wrong = [
      'type:A',
      '-> fingerprint a',
      'type:A ->',
      'type:A -> in app',
      'word -> in app',
      'type: -> in app',
      'type:A -> fingerprint',
      `type:A -> fingerprint${' a'.repeat(11)}`,
      'type:A -> fingerprint a -> b',
      'type:A -> fingerprint {{ user }}',
      'type:A -> fingerprint ""',
      'type:A -> fingerprint {{ default',
      'type:"A',
    ]
    const codes = wrong.map((text) => problem(text).code)
    expect(new Set([...codes, 'unknown_name', 'unknown_action', 'long_pattern', 'many_rules'])).toEqual(
      new Set(RULE_PROBLEM_CODES),
    )
  })

  it('[GR92] keep the rules of valid lines, and report every invalid line', () => {
    const { rules, errors } = parseRules('x\ntype:A -> fingerprint a\ny')
    expect(rules.map(({ line }) => line)).toEqual([2])
    expect(errors.map(({ line }) => line)).toEqual([1, 3])
  })

  it('[GR92] are as many as can be tried on every event', () => {
    const text = 'type:A -> fingerprint a\n'.repeat(LIMITS.rules.rules + 1)
    const { rules, errors } = parseRules(text)
    expect(rules).toHaveLength(LIMITS.rules.rules)
    expect(errors).toMatchObject([{ line: LIMITS.rules.rules + 1, column: 1 }])
    expect(mistake(`type:${'a'.repeat(LIMITS.rules.patternChars + 1)} -> in app`).at).toBe('1:6')
  })

  it('[GR92] never fail to be read or pointed at, whatever is typed', () => {
    const piece = fc.constantFrom(
      'type:',
      '"',
      '\\',
      '->',
      '{{',
      '}}',
      ' ',
      '\n',
      '#',
      '!',
      'a',
      ':',
      'in app',
      '\ud800',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const lines = text.split('\n')
        for (const { line, column, length } of parseRules(text).errors) {
          expect(column).toBeGreaterThanOrEqual(1)
          expect(length).toBeGreaterThanOrEqual(1)
          expect(column - 1).toBeLessThanOrEqual(lines[line - 1]!.length)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
