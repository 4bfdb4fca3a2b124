import { describe, expect, it } from 'vitest'
import { readWholeRequest } from './whole-request.ts'

const LINES = [
  'POST /api/1/envelope/?sentry_key=ab&x=%20 HTTP/1.1',
  'Host: localhost:8000',
  'User-Agent:  Møzilla'.replace('ø', 'o'),
  'Content-Type: text/plain;charset=UTF-8 ',
  'content-length: 6',
]
const request = (lines: readonly string[], body = '{}\n\0ÿ\n') =>
  Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
const withLine = (line: string) => request([...LINES, line])
const instead = (index: number, line: string) => request(LINES.with(index, line))

describe('[IN53] a request that came whole', () => {
  it('is read: target, headers by lower-case name without the blanks around them, and every byte of its body', () => {
    expect(readWholeRequest(request(LINES))).toEqual({
      target: '/api/1/envelope/?sentry_key=ab&x=%20',
      headers: {
        host: 'localhost:8000',
        'user-agent': 'Mozilla',
        'content-type': 'text/plain;charset=UTF-8',
        'content-length': '6',
      },
      body: Buffer.from('{}\n\0ÿ\n', 'latin1'),
    })
  })

  it('is read the same again, and after thousands of others', () => {
    const first = readWholeRequest(request(LINES))
    expect(readWholeRequest(request(LINES))).toEqual(first)
    for (let count = 0; count < 2_000; count++) {
      expect(readWholeRequest(withLine(`X-Count: ${count}`))?.headers['x-count']).toBe(String(count))
    }
    expect(readWholeRequest(request(LINES))).toEqual(first)
  })

  it.each([
    ['with keep-alive said', withLine('Connection: Keep-Alive')],
    ['with an empty header', withLine('X-Empty:')],
    ['with no body', request(LINES.with(4, 'content-length: 0'), '')],
  ])('is read %s', (_, bytes) => {
    expect(readWholeRequest(bytes)).toBeDefined()
  })
})

describe('[IN54] left to node:http is', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a part of a head', request(LINES).subarray(0, 60)],
    ['a part of a body', request(LINES, '{}')],
    ['more than one request', Buffer.concat([request(LINES), request(LINES)])],
    ['one byte more', request(LINES, '{}\n\0ÿ\n.')],
    ['another method', instead(0, 'PUT /api/1/envelope/ HTTP/1.1')],
    ['a method in small letters', instead(0, 'post /api/1/envelope/ HTTP/1.1')],
    ['HTTP/1.0', instead(0, 'POST /api/1/envelope/ HTTP/1.0')],
    ['another HTTP', instead(0, 'POST /api/1/envelope/ HTTP/2.0')],
    ['no version', instead(0, 'POST /api/1/envelope/')],
    ['a whole address', instead(0, 'POST http://localhost/api/1/envelope/ HTTP/1.1')],
    ['an address with a blank', instead(0, 'POST /api/1/enve lope/ HTTP/1.1')],
    ['an address with a fragment', instead(0, 'POST /api/1/envelope/#x HTTP/1.1')],
    ['an address that is not ASCII', instead(0, 'POST /api/ü/envelope/ HTTP/1.1')],
    ['two blanks', instead(0, 'POST  /api/1/envelope/ HTTP/1.1')],
    ['a line before', Buffer.concat([Buffer.from('\r\n'), request(LINES)])],
    ['a line feed without a carriage return', instead(1, 'Host: localhost\nX-Other: 1')],
    ['a carriage return by itself', instead(1, 'Host: localhost\rX-Other: 1')],
    ['a folded line', instead(1, 'Host: localhost\r\n more')],
    ['a blank before the colon', instead(1, 'Host : localhost')],
    ['a line without a colon', withLine('nonsense')],
    ['a header without a name', withLine(': x')],
    ['a name that is not a name', withLine('X_Under: 1')],
    ['a name of every object', withLine('constructor: 1')],
    ['a value that is not ASCII', withLine('X-Name: ü')],
    ['a value with a null byte', withLine('X-Name: a\0b')],
    ['a value with a tab', withLine('X-Name: a\tb')],
    ['one name twice', withLine('CONTENT-TYPE: text/html')],
    ['no host', request(LINES.toSpliced(1, 1))],
    ['no length', request(LINES.toSpliced(4, 1), '')],
    ['two lengths', withLine('Content-Length: 6')],
    ['a list of lengths', instead(4, 'Content-Length: 6, 6')],
    ['a length with a sign', instead(4, 'Content-Length: +6')],
    ['a length with zeros', instead(4, 'Content-Length: 06')],
    ['a hexadecimal length', instead(4, 'Content-Length: 0x6')],
    ['an empty length', request(LINES.with(4, 'Content-Length:'), '')],
    ['chunks', withLine('Transfer-Encoding: chunked')],
    ['a wish to be asked', withLine('Expect: 100-continue')],
    ['an upgrade', withLine('Upgrade: websocket')],
    ['the last request', withLine('Connection: close')],
    ['a connection with options', withLine('Connection: keep-alive, upgrade')],
    ['a very long head', withLine(`X-Long: ${'x'.repeat(20_000)}`)],
  ])('%s', (_, bytes) => {
    expect(readWholeRequest(bytes)).toBeUndefined()
  })
})
