import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { aFolder, readAll, textOf, withSpool } from '#spool/testing/log-folder.ts'

const WRITER = fileURLToPath(new URL('./testing/writer-process.ts', import.meta.url))

it('[SP1] has every record that was acknowledged, once and where it was promised, after the writer is killed', async () => {
  const dir = await aFolder()
  const acknowledged = new Map<number, string>()
  for (const lines of [1, 50, 400, 1500, 3000]) {
    const child = spawn(process.execPath, [WRITER, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (said.split('\n').length > lines) child.kill('SIGKILL')
    })
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')
    for (const line of said.split('\n').slice(0, -1)) {
      const [position, text] = line.split(' ') as [string, string]
      acknowledged.set(Number(position), text)
    }
  }
  const end = await withSpool(dir, {}, async (spool) => spool.status().committed)
  const { records, quarantined } = await readAll(dir, 0, end)
  const stored = new Map(records.map((record) => [record.position, textOf(record).split(' ')[0]]))
  expect(quarantined).toEqual([])
  expect(new Set(stored.values()).size).toBe(records.length)
  for (const [position, text] of acknowledged) expect(stored.get(position)).toBe(text)
  expect(acknowledged.size).toBeGreaterThan(4000)
})
