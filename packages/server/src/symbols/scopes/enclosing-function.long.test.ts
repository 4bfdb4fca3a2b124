import { describe, expect, it } from 'vitest'
import { scopesOf } from './enclosing-function.ts'
import { TooManyStepsError } from './steps.ts'

describe('the function around a place in a hostile source', () => {
  it.each([
    ['templates in templates', `a = ${'`${'.repeat(200_000)}`],
    ['quotation marks that do not end', "'\\".repeat(200_000)],
    ['regular expressions that do not end', '=/['.repeat(200_000)],
    ['arrows in arrows', 'a=>'.repeat(160_000)],
    ['types without a body', 'f():x '.repeat(80_000)],
    ['brackets that close nothing', `${'('.repeat(200_000)}${']'.repeat(200_000)}`],
    ['calls in calls', `${'a('.repeat(200_000)}function(){}`],
    ['functions in functions', '()=>{'.repeat(90_000)],
    ['operators in operators', `${'!'.repeat(200_000)}a`],
    ['conditions in conditions', 'a?b:'.repeat(120_000)],
    ['elements in elements', '<a>'.repeat(150_000)],
    ['blocks in blocks', `${'{'.repeat(200_000)}${'}'.repeat(200_000)}`],
    ['more words than anybody writes', 'a '.repeat(600_000)],
  ])('[SM104] is done with %s in a bounded number of steps, with names or without', (_, source) => {
    const names = () => scopesOf(source).nameAt(1, source.length - 1)
    let outcome: unknown
    try {
      outcome = names()
    } catch (error) {
      outcome = error
    }
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TooManyStepsError)
    else expect(outcome).toBeOneOf([undefined, '<anonymous>'])
  })
})
