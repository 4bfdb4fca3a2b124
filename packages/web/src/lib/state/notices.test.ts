import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canUndo, dismiss, holdNotices, notices, notify, NOTICE_MS, undoNewest } from './notices.ts'

const texts = () => notices.get().map(({ text }) => text)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  holdNotices(false)
  for (const { id } of notices.get()) dismiss(id)
  vi.useRealTimers()
})

describe('notices', () => {
  it('[UI83] stay for ten seconds and then go, so that an undo is never far and never in the way', () => {
    notify({ tone: 'done', text: 'Resolved' })
    vi.advanceTimersByTime(NOTICE_MS - 1)
    expect(texts()).toEqual(['Resolved'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('[UI83] stay while hovered or focused, and have their full time again afterwards', () => {
    notify({ tone: 'done', text: 'Resolved' })
    vi.advanceTimersByTime(NOTICE_MS - 1)
    holdNotices(true)
    vi.advanceTimersByTime(NOTICE_MS * 3)
    notify({ tone: 'failed', text: 'Could not be saved' })
    vi.advanceTimersByTime(NOTICE_MS * 3)
    expect(texts()).toEqual(['Resolved', 'Could not be saved'])
    holdNotices(false)
    vi.advanceTimersByTime(NOTICE_MS - 1)
    expect(texts()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('[UI84] undo takes back the newest change that can be taken back, once', () => {
    const undone: string[] = []
    notify({ tone: 'done', text: 'first', undo: () => undone.push('first') })
    notify({ tone: 'done', text: 'second', undo: () => undone.push('second') })
    notify({ tone: 'failed', text: 'no way back' })
    expect(undoNewest()).toBe(true)
    expect(undoNewest()).toBe(true)
    expect(canUndo()).toBe(false)
    expect(undoNewest()).toBe(false)
    expect(undone).toEqual(['second', 'first'])
    expect(texts()).toEqual(['no way back'])
  })

  it('[UI84] keeps the three newest, so that a busy keyboard does not cover the list', () => {
    for (const text of ['a', 'b', 'c', 'd']) notify({ tone: 'done', text })
    expect(texts()).toEqual(['b', 'c', 'd'])
  })
})
