import { describe, expect, it } from 'vitest'
import { createBreathe, createPressure } from '#compose/senders-first.ts'

function under(permille: number) {
  const pressure = createPressure()
  new Int32Array(pressure)[0] = permille
  return { pressure, breathe: createBreathe(pressure) }
}

describe('senders first', () => {
  it('[OP5] does not hold the digester up while the answering thread has a reserve', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    await under(500).breathe()
    clearInterval(counting)
    expect(turns).toBe(0)
  })

  it('[OP5] goes on as soon as the pressure is gone', async () => {
    const { pressure, breathe } = under(990)
    const breath = breathe()
    new Int32Array(pressure)[0] = 100
    await expect(breath).resolves.toBeUndefined()
  })

  it('[OP5] goes on after a while even if the pressure stays, so that the spool is never left unread', async () => {
    const { pressure, breathe } = under(1000)
    await breathe()
    expect(new Int32Array(pressure)[0]).toBe(1000)
  })
})
