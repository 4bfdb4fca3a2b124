import { describe, expect, it } from 'vitest'
import { exceptionChain } from './exception-chain.ts'
import { aMechanism, anException } from '#features/issues/detail/testing.ts'

const told = (...exceptions: Parameters<typeof exceptionChain>[0]) =>
  exceptionChain(exceptions).map(
    ({ exception, depth, relation }) => `${'  '.repeat(depth)}${relation} ${exception.type}`,
  )

describe('a chain of errors', () => {
  it('[UI52] lists the thrown error first and its causes below', () => {
    expect(
      told(
        anException({ type: 'SyntaxError' }),
        anException({ type: 'TypeError' }),
        anException({ type: 'Error' }),
      ),
    ).toEqual(['thrown Error', 'cause TypeError', 'cause SyntaxError'])
  })

  it('[UI52] sets the members of a group below it, each with its own cause', () => {
    const numbered = (type: string, exceptionId: number, parentId: number | null, source: string | null) =>
      anException({ type, mechanism: aMechanism({ exceptionId, parentId, source }) })
    expect(
      told(
        numbered('SecondCause', 3, 2, 'cause'),
        numbered('Second', 2, 0, 'errors[1]'),
        numbered('First', 1, 0, 'errors[0]'),
        numbered('AggregateError', 0, null, null),
      ),
    ).toEqual(['thrown AggregateError', '  member First', '  member Second', '  cause SecondCause'])
  })

  it('[UI52] shows every error once, even where the numbers of a sender make no sense', () => {
    const looped = (type: string, exceptionId: number, parentId: number) =>
      anException({ type, mechanism: aMechanism({ exceptionId, parentId, source: 'cause' }) })
    expect(told(looped('A', 1, 2), looped('B', 2, 1), looped('C', 7, 9))).toEqual([
      'thrown C',
      'cause B',
      'cause A',
    ])
    expect(exceptionChain([])).toEqual([])
  })
})
