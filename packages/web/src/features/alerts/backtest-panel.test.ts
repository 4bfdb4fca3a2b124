import { describe, expect, it } from 'vitest'
import { firedBars } from './backtest-panel.tsx'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString()
const message = (hour: number) => ({ at: at(hour), subjects: [], more: 0 })

describe('the backtest chart', () => {
  it('[UI181] counts messages in stretches of six hours, and loses none at the borders', () => {
    const messages = [message(0), message(5), message(6), message(24)]
    expect(firedBars({ from: at(0), to: at(24), messages })).toEqual([2, 1, 0, 1])
  })
})
