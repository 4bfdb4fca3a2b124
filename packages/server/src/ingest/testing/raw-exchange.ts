import { connect, type Socket } from 'node:net'

/** Only tests import this file: requests byte by byte. */
export interface RawExchange {
  readonly socket: Socket
  /** Everything that came back so far. */
  readonly text: () => string
  /** Resolves when so many answers are here as a whole, or the connection has ended. */
  readonly answers: (count: number) => Promise<RawAnswer[]>
  readonly ended: Promise<void>
}

export interface RawAnswer {
  readonly status: number
  /** Headers that do not depend on time or connection. */
  readonly headers: readonly string[]
  readonly connection: string | undefined
  readonly body: string
}

export function exchange(port: number, ...pieces: ReadonlyArray<Buffer | string>): RawExchange {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  let isOver = false
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => (received += text))
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isOver = true
      resolve()
    })
  })
  void sendPieces(socket, pieces)
  return {
    socket,
    text: () => received,
    ended,
    async answers(count) {
      for (;;) {
        const read = readAnswers(received)
        if (read.length >= count || isOver) return read
        await Promise.race([new Promise((resolve) => socket.once('data', resolve)), ended])
      }
    },
  }
}

/** Each by itself, as far as a test can see to it. */
async function sendPieces(socket: Socket, pieces: ReadonlyArray<Buffer | string>): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write(piece)
  }
}

const CHANGING = /^(?:date|connection|keep-alive):/i

function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let at = 0; ;) {
    const headEnd = text.indexOf('\r\n\r\n', at)
    if (headEnd === -1) return answers
    const [first = '', ...lines] = text.slice(at, headEnd).split('\r\n')
    const length = Number(lines.find((line) => /^content-length:/i.test(line))?.slice(15) ?? 0)
    const end = headEnd + 4 + length
    if (end > text.length) return answers
    answers.push({
      status: Number(first.split(' ')[1]),
      headers: lines.filter((line) => !CHANGING.test(line)).toSorted(),
      connection: lines.find((line) => /^connection:/i.test(line))?.slice(12),
      body: text.slice(headEnd + 4, end),
    })
    at = end
  }
}
