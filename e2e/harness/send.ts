import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Sendable {
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

const FRAMING = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])

/** One request with exactly these headers; fetch would refuse some of them and add others. */
export function send(origin: string, sendable: Sendable, agent?: Agent): Promise<Answer> {
  const headers = Object.fromEntries(
    Object.entries(sendable.headers ?? {}).filter(([name]) => !FRAMING.has(name.toLowerCase())),
  )
  const body = sendable.body ?? Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}${sendable.path}${sendable.query ?? ''}`,
      {
        method: sendable.method,
        headers: { ...headers, 'content-length': body.length },
        ...(agent && { agent }),
      },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk: string) => {
          text += chunk
        })
        incoming.once('error', reject)
        incoming.once('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
        )
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
