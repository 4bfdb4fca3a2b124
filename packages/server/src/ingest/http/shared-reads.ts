import { Socket, type SocketConstructorOpts } from 'node:net'

/** The size that libuv would allocate for each chunk. */
const READ_BYTES = 64 * 1024

export interface SharedReads {
  readonly socket: Socket
  /** From now on what arrives is an event of the socket again, in memory of its own. */
  readonly end: () => void
}

/**
 * Reads into memory that all connections share. What `onBytes` gets is only lent: the bytes are gone when it returns.
 *
 * Node offers this (`onread`) where a connection is opened, not where one is accepted; there every piece costs 64 KB
 * that are allocated, cut to size and collected. So a socket that was made with it takes the accepted connection over.
 * Where Node lacks what this needs, the connection stays as it is, and only costs more.
 */
export function shareReads(accepted: AcceptedSocket, onBytes: (lent: Buffer) => void): SharedReads {
  const { _handle: handle } = accepted
  if (typeof handle?.useUserBuffer !== 'function') {
    return { socket: accepted.on('data', onBytes), end: () => accepted.off('data', onBytes) }
  }
  let give = onBytes
  const onread: SocketConstructorOpts['onread'] = {
    buffer: READS,
    callback(length) {
      const lent = READS.subarray(0, length)
      give(lent)
      // Cleared, so that a stale reference never sees another sender's bytes.
      lent.fill(0)
      return true
    },
  }
  const options = { handle, allowHalfOpen: true, onread }
  const socket = new Socket(options as object)
  accepted._handle = null
  // The server counts the one it accepted.
  socket.on('close', () => accepted.destroy()).resume()
  return {
    socket,
    end() {
      give = (lent) => socket.emit('data', Buffer.from(lent))
    },
  }
}

type AcceptedSocket = Socket & { _handle?: { readonly useUserBuffer?: unknown } | null }

const READS = Buffer.allocUnsafeSlow(READ_BYTES)
