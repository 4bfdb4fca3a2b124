import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Unix socket paths are cut at 107 bytes by the kernel, without an error on some systems. */
const MAX_SOCKET_PATH_BYTES = 100

/** `control` of whoever takes events; the others of those that run beside it (docs/scale.md). */
export type SocketName = 'control' | 'digest' | 'web'

/** Where a process on a data folder can be reached by commands. Both sides compute it from the folder alone. */
export function controlSocketPath(dataDir: string, of: SocketName = 'control'): string {
  const inside = join(dataDir, `${of}.sock`)
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  return join(tmpdir(), `hindcast-${name}${of === 'control' ? '' : `-${of}`}.sock`)
}
