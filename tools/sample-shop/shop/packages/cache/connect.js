import { Socket } from 'node:net'

export async function connect(host, port) {
  const socket = new Socket()
  socket.on('error', (error) => onError(error, host, port))
  socket.connect(port, host)
  return { get: async (key) => socket.write(key) }
}

function onError(error, host, port) {
  throw new Error(`connect ${error.code} ${host}:${port}`, { cause: error })
}
