import { describe, expect, it } from 'vitest'
import { createYieldToSenders, createPressure, pressureOf } from './backpressure.ts'

function under(permille: number) {
  const pressure = createPressure()
  new Int32Array(pressure)[0] = permille
  return { pressure, yieldToSenders: createYieldToSenders(pressure, 300) }
}

describe('senders first', () => {
  it('[OP5] does not hold the digester up while the answering thread has a reserve', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    await under(500).yieldToSenders()
    clearInterval(counting)
    expect(turns).toBe(0)
  })

  it('[OP5] holds the digester up while senders queue for the disk, although the thread that answers them is idle', async () => {
    const { pressure, yieldToSenders } = under(pressureOf(0.1, 60))
    let isOver = false
    const breath = yieldToSenders().then(() => (isOver = true))
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(isOver).toBe(false)
    new Int32Array(pressure)[0] = pressureOf(0.1, 10)
    await breath
  })

  it('[OP5] goes on as soon as the pressure is gone', async () => {
    const { pressure, yieldToSenders } = under(990)
    const breath = yieldToSenders()
    new Int32Array(pressure)[0] = 100
    await expect(breath).resolves.toBeUndefined()
  })

  it('[OP5] goes on after a while even if the pressure stays, so that the spool is never left unread', async () => {
    const { pressure, yieldToSenders } = under(1000)
    await yieldToSenders()
    expect(new Int32Array(pressure)[0]).toBe(1000)
  })
})
