import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { finish } from './demo/processes.ts'

const ROOT = join(import.meta.dirname, '..')

it.each(['--port', '--shop-port'])(
  '[OP100] a port that is in use is said in one sentence: %s',
  async (flag) => {
    const other = createServer().listen(0)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      const main = join(ROOT, 'tools/demo/main.ts')
      const { code, text } = await finish(process.execPath, [main, flag, String(port)], { cwd: ROOT })
      expect(text.trim()).toBe(
        `Port ${port} is in use. Choose another with ${flag}, or leave it out for a free one.`,
      )
      expect(code).toBe(1)
    } finally {
      other.close()
    }
  },
)
