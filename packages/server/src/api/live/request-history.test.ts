import { describe, expect, it } from 'vitest'
import { aWireMessage } from '#api/testing/request-records.ts'
import { createRequestHistory } from './request-history.ts'

describe('the last requests', () => {
  it('[AP32] are kept for each project by itself, the newest first, and no more than the limit', () => {
    const history = createRequestHistory(3)
    for (let items = 1; items <= 5; items += 1) history.add(aWireMessage({ projectId: '1', items }))
    history.add(aWireMessage({ projectId: '2', items: 9 }))
    history.add(aWireMessage({ projectId: null, items: 7 }))
    const items = (projectId: string | null) => history.of(projectId).map((message) => message.items)
    expect(items('1')).toEqual([5, 4, 3])
    expect(items('2')).toEqual([9])
    expect(items(null)).toEqual([7])
    expect(items('3')).toEqual([])
  })
})
