import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Unix socket paths are cut at 107 bytes by the kernel, without an error on some systems. */
const MAX_SOCKET_PATH_BYTES = 100

/** Where the server of a data folder can be reached by commands. Both sides compute it from the folder alone. */
export function controlSocketPath(dataDir: string): string {
  const inside = join(dataDir, 'control.sock')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  return join(tmpdir(), `hindcast-${name}.sock`)
}
