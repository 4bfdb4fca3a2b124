import { describe, expect, it } from 'vitest'
import { parentsFirst } from './move-target.ts'

describe('parentsFirst', () => {
  it('[OP210] puts a table behind those that it refers to, also over several steps', () => {
    const references = [
      ['comments', 'issues'],
      ['issues', 'projects'],
      ['projects', 'organizations'],
      ['issues', 'issues'],
    ] as const
    const order = parentsFirst(['comments', 'facts', 'issues', 'organizations', 'projects'], references)
    expect(order).toEqual(['organizations', 'projects', 'issues', 'comments', 'facts'])
  })

  it('[OP210] leaves out what is only referred to', () => {
    expect(parentsFirst(['issues'], [['issues', 'projects']])).toEqual(['issues'])
  })
})
