import { describe, expect, it } from 'vitest'
import { aTrace } from './testing.ts'
import { buildTrace } from './model/trace-model.ts'
import { searchOf, stateFrom } from './trace-state.ts'

const model = buildTrace(
  aTrace([
    { start: 0, duration: 100, op: 'pageload' },
    { start: 10, duration: 20, op: 'db', parent: 0 },
  ]),
)
const [page, query] = model.trace.spans.id as [string, string]

describe('the address of a trace', () => {
  it('[TR30] says span, root, zoom, filter and view, and leads back to all of them', () => {
    const search = {
      span: query,
      root: page,
      from: '10.5',
      to: '20.25',
      q: 'select',
      op: 'db',
      errors: '1',
      longer: '5',
      path: '1',
      idle: 'full',
      view: 'table',
    } as const
    const state = stateFrom(model, search)
    expect(state).toMatchObject({ selected: 1, root: 0, window: { from: 10.5, to: 20.25 }, dock: 'span' })
    expect(searchOf(model, state)).toEqual(search)
  })

  it('[TR30] is bare for the usual view', () => {
    expect(searchOf(model, stateFrom(model, {}))).toEqual({})
  })

  it('[TR30] shows the usual view for what it names and is not there', () => {
    const search = { span: 'f'.repeat(16), root: 'x', from: '9', to: '3', op: 'nope', longer: '-4' }
    expect(searchOf(model, stateFrom(model, search))).toEqual({})
  })
})
