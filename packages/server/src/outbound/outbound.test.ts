import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutbound } from './outbound.ts'
import type { OutboundRequest } from './request-and-answer.ts'
import { nextRequest } from './redirect.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that says what no HTTP library would. */
async function say(talk: (socket: Socket) => void): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => talk(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const BOUNDS = { maxBytes: 1_000, timeoutMs: 30_000, redirects: 3 }
const portOf = (host: string) => host.slice(host.indexOf(':'))

function ask(allowedHosts: readonly string[], request: Partial<OutboundRequest> & { url: string }) {
  return createOutbound({ allowedHosts }).send({ ...BOUNDS, ...request })
}

const at =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('asking other servers', () => {
  it('[OP55] asks what the operator allows, by host or by host and port, and nothing beside it', async () => {
    const host = await listen((_, response) => response.setHeader('X-Name', 'one').end('hello'))
    const url = `http://${host}/a`
    const answer = await ask([host], { url })
    expect(answer).toMatchObject({ ok: true, status: 200, url })
    expect(answer.ok && [answer.headers.get('x-name'), Buffer.from(answer.body).toString()]).toEqual([
      'one',
      'hello',
    ])
    expect(await ask(['127.0.0.1'], { url })).toMatchObject({ ok: true })
    expect(await ask(['127.0.0.1:1'], { url })).toMatchObject({ ok: false, reason: 'address_refused' })
    expect(await ask([], { url })).toMatchObject({ ok: false, reason: 'address_refused' })
  })

  it.each([
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
  ])('[OP55] refuses %s', async (url) => {
    expect(await ask([], { url })).toMatchObject({ ok: false, reason: 'address_refused' })
  })

  it.each(['file:///etc/passwd', 'ftp://shop.example/', 'http://user:secret@shop.example/', 'no address'])(
    '[OP55] takes %s for no address to ask',
    async (url) => {
      expect(await ask([], { url })).toMatchObject({ ok: false, reason: 'bad_url' })
    },
  )

  it('[OP55] refuses a name with a private address, also where others of its addresses are public', async () => {
    for (const resolve of [at('10.0.0.1'), at('93.184.215.14', '192.168.0.1'), at('::ffff:10.0.0.1')]) {
      const outbound = createOutbound({ allowedHosts: [], resolve })
      expect(await outbound.send({ ...BOUNDS, url: 'http://shop.example/' })).toMatchObject({
        reason: 'address_refused',
      })
    }
  })

  it('[OP55] connects to the address that was checked, though the name means another by then', async () => {
    const host = await listen((request, response) => response.end(request.headers.host))
    let asked = 0
    const outbound = createOutbound({
      allowedHosts: [`shop.example${portOf(host)}`],
      resolve: async () => at(asked++ === 0 ? '127.0.0.1' : '127.9.9.9')(),
    })
    const answer = await outbound.send({ ...BOUNDS, url: `http://shop.example${portOf(host)}/` })
    expect(answer.ok && Buffer.from(answer.body).toString()).toBe(`shop.example${portOf(host)}`)
    expect(asked).toBe(1)
  })

  it('[OP55] says that a name has no address', async () => {
    const fail = () => Promise.reject(new Error('ENOTFOUND'))
    const outbound = createOutbound({ allowedHosts: [], resolve: fail })
    expect(await outbound.send({ ...BOUNDS, url: 'http://shop.example/' })).toMatchObject({
      reason: 'unresolved',
    })
  })

  it('[OP55] checks where a redirect leads as it checked the first address', async () => {
    let reached = 0
    const inner = await listen((_, response) => response.end(String(++reached)))
    const host = await listen((_, response) =>
      response.writeHead(302, { Location: `http://${inner}/` }).end(),
    )
    expect(await ask([host], { url: `http://${host}/` })).toMatchObject({ reason: 'address_refused' })
    expect(reached).toBe(0)
    expect(await ask([host, inner], { url: `http://${host}/` })).toMatchObject({
      ok: true,
      url: `http://${inner}/`,
    })
  })
})

describe('bounds of asking', () => {
  it('[OP56] gives up on a body that is larger than it may be, whatever it says about itself', async () => {
    const endless = await listen((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(500)));
        response.once('drain', write)
      }
      write()
    })
    const honest = await listen((_, response) => response.end('x'.repeat(1_001)))
    const bomb = await listen((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    )
    for (const host of [endless, honest, bomb]) {
      expect(await ask([host], { url: `http://${host}/` })).toMatchObject({ ok: false, reason: 'too_large' })
    }
  })

  it('[OP56] takes no more than the length that was announced, and no less for the whole', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: '
    const more = await say((socket) => socket.end(`${head}2\r\n\r\nhello`))
    const less = await say((socket) => socket.end(`${head}50\r\n\r\nhello`))
    const much = await say((socket) => socket.write(`${head}99999999\r\n\r\nhello`))
    const answer = await ask([more], { url: `http://${more}/` })
    expect(answer.ok && Buffer.from(answer.body).toString()).toBe('he')
    expect(await ask([less], { url: `http://${less}/` })).toMatchObject({ reason: 'unreachable' })
    expect(await ask([much], { url: `http://${much}/` })).toMatchObject({ reason: 'too_large' })
  })

  it('[OP56] bounds the whole time: a server that trickles is no better than one that is silent', async () => {
    const silent = await listen(() => {})
    const trickling = await listen((_, response) => {
      const timer = setInterval(() => response.write('.'), 5)
      closing.push(() => clearInterval(timer))
    })
    for (const host of [silent, trickling]) {
      expect(await ask([host], { url: `http://${host}/`, timeoutMs: 100 })).toMatchObject({
        reason: 'timed_out',
      })
    }
    const outbound = createOutbound({ allowedHosts: [], resolve: () => new Promise(() => {}) })
    const request = { ...BOUNDS, url: 'http://shop.example/', timeoutMs: 50 }
    expect(await outbound.send(request)).toMatchObject({ reason: 'timed_out' })
    expect(await outbound.send(request, AbortSignal.abort())).toMatchObject({ reason: 'unreachable' })
  })

  it('[OP56] answers for a server that is not there or speaks something else', async () => {
    const odd = await say((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const upgrading = await say((socket) =>
      socket.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
    for (const host of [odd, upgrading, '127.0.0.1:1']) {
      expect(await ask([host], { url: `http://${host}/` })).toMatchObject({ reason: 'unreachable' })
    }
  })

  it('[OP56] unpacks what was packed without being asked for', async () => {
    const host = await listen((request, response) => {
      const body = gzipSync(`asked for ${request.headers['accept-encoding']}`)
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body)
    })
    const answer = await ask([host], { url: `http://${host}/` })
    expect(answer.ok && Buffer.from(answer.body).toString()).toBe('asked for identity')
  })

  it('[OP56] follows as many redirects as it may', async () => {
    const host = await listen(({ url }, response) => {
      const left = Number(url!.slice(1))
      if (left === 0) return response.end('there')
      return response.writeHead(301, { Location: `/${left - 1}` }).end()
    })
    expect(await ask([host], { url: `http://${host}/3` })).toMatchObject({
      ok: true,
      url: `http://${host}/0`,
    })
    expect(await ask([host], { url: `http://${host}/4` })).toMatchObject({ reason: 'too_many_redirects' })
  })
})

describe('redirects', () => {
  const seen: Array<Pick<IncomingMessage, 'method' | 'headers'> & { body: string }> = []
  async function target(): Promise<string> {
    seen.length = 0
    return listen((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.once('end', () => {
        seen.push({ method: request.method, headers: request.headers, body })
        response.end('done')
      })
    })
  }

  it('[OP57] takes no secret to another origin', async () => {
    const other = await target()
    const host = await listen((_, response) =>
      response.writeHead(302, { Location: `http://${other}/` }).end(),
    )
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Signature': 'y', 'User-Agent': 'Hindcast' }
    await ask([host, other], { url: `http://${host}/`, headers })
    const { authorization, cookie, 'x-signature': signature, 'user-agent': agent } = seen[0]!.headers
    expect([authorization, cookie, signature, agent]).toEqual([undefined, undefined, undefined, 'Hindcast'])
  })

  it('[OP57] repeats a POST on 307 and 308, and otherwise returns the redirect', async () => {
    const other = await target()
    const statusOf = async (status: number) => {
      const host = await listen((_, response) =>
        response.writeHead(status, { Location: `http://${other}/` }).end(),
      )
      const answer = await ask([host, other], { url: `http://${host}/`, method: 'POST', body: 'späť' })
      return answer.ok && answer.status
    }
    expect([await statusOf(307), await statusOf(308)]).toEqual([200, 200])
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'späť'],
      ['POST', 'späť'],
    ])
    expect([await statusOf(301), await statusOf(302), await statusOf(303)]).toEqual([301, 302, 303])
    expect(seen).toHaveLength(2)
  })

  it('[OP57] never leads from https to http', () => {
    const answer = (url: string) => ({
      ok: true as const,
      status: 302,
      headers: new Map([['location', 'http://shop.example/']]),
      body: new Uint8Array(),
      url,
    })
    const request = { ...BOUNDS, url: 'https://shop.example/' }
    expect(nextRequest(request, answer('https://shop.example/'))).toMatchObject({ reason: 'bad_url' })
    expect(nextRequest(request, answer('http://shop.example/'))).toMatchObject({
      url: 'http://shop.example/',
    })
  })
})
