import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelTarget } from '#domain/alerts/channel.ts'
import { createSmtpMailer } from '#outbound/mail/smtp-mailer.ts'
import { createOutbound } from '#outbound/outbound.ts'
import { createChannelSender } from './send.ts'
import { startMailServer, type MailServerOptions } from '#product/alerts/channels/testing/mail-server.ts'
import { aNotification } from '#product/alerts/channels/testing/notification.ts'
import { startReceiver } from '#product/alerts/channels/testing/receiver.ts'

const NOW = 1_763_170_000_123
const open: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function receiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const started = await startReceiver(answer)
  open.push(() => started.close())
  return started
}

const ok = (response: ServerResponse) => response.end('ok')
const delivery = { id: 'd-1', notification: aNotification() }

function send(target: ChannelTarget, allowed: readonly string[], smtpUrl?: string) {
  const sender = createChannelSender({
    outbound: createOutbound({ allowedHosts: allowed }),
    mailer:
      smtpUrl === undefined
        ? undefined
        : createSmtpMailer({ url: smtpUrl, from: 'Hindcast <h@x.example>', timeoutMs: 2000 }),
    mailHost: () => 'hindcast.example',
    now: () => NOW,
  })
  return sender.send(target, delivery)
}

describe('webhooks', () => {
  it('[AL22] signs what it sends over the time and the body, with the id of the delivery', async () => {
    const { url, host, received } = await receiver(ok)
    const outcome = await send({ kind: 'webhook', url, secret: 'whsec' }, [host])
    expect(outcome).toEqual({ ok: true, status: 200, answer: 'ok', mayRetry: false })
    const { headers, body } = received[0]!
    const seconds = Math.floor(NOW / 1000)
    const digest = createHmac('sha256', 'whsec').update(`${seconds}.${body}`).digest('hex')
    expect(headers['x-hindcast-signature']).toBe(`t=${seconds},v1=${digest}`)
    expect(headers['x-hindcast-delivery']).toBe('d-1')
    expect(JSON.parse(body)).toMatchObject({
      id: 'd-1',
      kind: 'alert',
      sentence: expect.stringContaining('When a new issue'),
      subjects: [{ reason: 'new issue', issue: { shortId: 'WEB-1' } }],
      more: 12,
      links: { mute: expect.stringContaining('mute') },
    })
  })

  it('[AL23] uses Slack’s format, and error text cannot trigger mentions', async () => {
    const { url, host, received } = await receiver(ok)
    await send({ kind: 'slack', url }, [host])
    const { text } = JSON.parse(received[0]!.body) as { text: string }
    expect(text).toContain(
      '<https://hindcast.example/issues/1|WEB-1 TypeError: &lt;!channel&gt; a &amp; b>: new issue',
    )
    expect(text).not.toContain('<!channel>')
    expect(text).toContain('… and 12 more.')
    expect(text).toContain('<https://hindcast.example/alerts/1?mute=1|Mute>')
    expect(received[0]!.headers['x-hindcast-signature']).toBeUndefined()
  })

  it('[AL23] says it in the words of Discord, within its limits', async () => {
    const { url, host, received } = await receiver(ok)
    const subjects = Array.from({ length: 10 }, () => ({
      ...aNotification().subjects[0]!,
      issue: { ...aNotification().subjects[0]!.issue!, title: '@everyone [x](y) '.repeat(100) },
    }))
    const sender = createChannelSender({
      outbound: createOutbound({ allowedHosts: [host] }),
      mailer: undefined,
      mailHost: () => 'x',
      now: () => NOW,
    })
    await sender.send({ kind: 'discord', url }, { id: 'd', notification: aNotification({ subjects }) })
    const body = JSON.parse(received[0]!.body) as {
      allowed_mentions: unknown
      embeds: Array<{ title: string; description: string }>
    }
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.embeds[0]!.title.length).toBeLessThanOrEqual(256)
    expect(body.embeds[0]!.description.length).toBeLessThanOrEqual(4096)
    expect(body.embeds[0]!.description).toContain(String.raw`\[x\]\(y\)`)
    expect(body.embeds[0]!.description).toContain('[Mute](')
  })

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [404, false],
    [302, false],
  ])('[AL20] an answer %i may be retried: %s', async (status, mayRetry) => {
    const { url, host } = await receiver((response) => response.writeHead(status).end('no'))
    expect(await send({ kind: 'slack', url }, [host])).toMatchObject({
      ok: false,
      status,
      answer: 'no',
      mayRetry,
    })
  })

  it.each([
    ['17', 17_000],
    // Whole seconds only.
    [new Date(NOW + 90_000).toUTCString(), 90_000 - (NOW % 1000)],
    [new Date(NOW - 90_000).toUTCString(), undefined],
    ['soon', undefined],
    ['-5', undefined],
  ])('[AL20] hears for how long the other side wants to be left alone: %s', async (after, waitMs) => {
    const { url, host } = await receiver((response) =>
      response.writeHead(429, { 'Retry-After': after }).end(),
    )
    expect((await send({ kind: 'slack', url }, [host])).retryAfterMs).toBe(waitMs)
  })

  it('[AL24] never asks an address inside, named or redirected to', async () => {
    const inside = await receiver(ok)
    const refused = { ok: false, status: undefined, mayRetry: false }
    expect(await send({ kind: 'slack', url: inside.url }, [])).toMatchObject(refused)
    const leading = await receiver((response) => response.writeHead(307, { Location: inside.url }).end())
    const answer = await send({ kind: 'webhook', url: leading.url, secret: 's' }, [leading.host])
    expect(answer).toMatchObject(refused)
    expect(answer.answer).toContain('HINDCAST_OUTBOUND_ALLOW')
    expect(answer.answer).not.toContain('127.0.0.1')
    expect(inside.received).toEqual([])
  })

  it('[AL25] survives answers without end, and shows the beginning of long ones', async () => {
    const endless = await receiver((response) => {
      const more = () => void (response.write('x'.repeat(65_536)) && setImmediate(more))
      response.on('drain', more)
      more()
    })
    expect(await send({ kind: 'slack', url: endless.url }, [endless.host])).toMatchObject({
      ok: false,
      mayRetry: true,
    })
    const long = await receiver((response) => response.writeHead(500).end('y'.repeat(5000)))
    const { answer } = await send({ kind: 'slack', url: long.url }, [long.host])
    expect(answer).toBe('y'.repeat(500))
  })

  it('[AL25] takes an answer that lies about its length for none', async () => {
    const short = await receiver((response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('ok')
      setImmediate(() => response.destroy())
    })
    expect(await send({ kind: 'slack', url: short.url }, [short.host])).toMatchObject({
      ok: false,
      mayRetry: true,
    })
  })

  it('[AL21] hides the address and the secret where the other side repeats them', async () => {
    const echo = await receiver((response, request) =>
      response.writeHead(400).end(`no hook at ${request.url}, whsec-123`),
    )
    const { answer } = await send({ kind: 'webhook', url: echo.url, secret: 'whsec-123' }, [echo.host])
    expect(answer).toBe('no hook at …, …')
  })
})

describe('mail', () => {
  async function mailServer(options: MailServerOptions = {}) {
    const server = await startMailServer(options)
    open.push(() => server.close())
    return server
  }

  it('[AL26] goes to each address by itself, readable as text and as HTML', async () => {
    const { url, received } = await mailServer()
    const outcome = await send({ kind: 'email', to: ['ann@x.example', 'bob@x.example'] }, [], url)
    expect(outcome).toMatchObject({ ok: true, mayRetry: false, answer: expect.stringContaining('taken') })
    expect(received.map(({ to }) => to)).toEqual([['ann@x.example'], ['bob@x.example']])
    const { from, source } = received[0]!
    expect(from).toBe('h@x.example')
    expect(source).toMatch(/^Message-ID: <d-1\.0@hindcast\.example>$/im)
    expect(source).toMatch(/^Subject: \[web\] WEB-1 TypeError: <!channel> a & b and 12 more$/im)
    expect(source).toContain('Mute this alert: https://hindcast.example/alerts/1?mute')
    expect(source).toContain('&lt;!channel&gt; a &amp; b')
    expect(source).not.toContain('bob@')
  })

  it('[AL26] puts nothing of an error into a header', async () => {
    const { url, received } = await mailServer()
    const [subject] = aNotification().subjects
    const title = 'Error\r\nBcc: eve@x.example\r\n\r\nhello'
    const sender = createChannelSender({
      outbound: createOutbound({ allowedHosts: [] }),
      mailer: createSmtpMailer({ url, from: 'h@x.example', timeoutMs: 2000 }),
      mailHost: () => 'x',
      now: () => NOW,
    })
    const notification = aNotification({
      subjects: [{ ...subject!, issue: { ...subject!.issue!, title } }],
      more: 0,
    })
    await sender.send({ kind: 'email', to: ['ann@x.example'] }, { id: 'd', notification })
    expect(received).toMatchObject([{ to: ['ann@x.example'] }])
    expect(received[0]!.source).not.toMatch(/^Bcc:/im)
  })

  it('[AL26] may be tried again where the mail server is busy, not where there is no such mailbox', async () => {
    const codes = new Map([
      ['busy@x.example', 450],
      ['gone@x.example', 550],
    ])
    const { url } = await mailServer({ refuse: (address) => codes.get(address) })
    const to = (address: string) => send({ kind: 'email', to: [address] }, [], url)
    expect(await to('busy@x.example')).toMatchObject({ ok: false, mayRetry: true })
    expect(await to('gone@x.example')).toMatchObject({
      ok: false,
      mayRetry: false,
      answer: expect.stringContaining('no such mailbox'),
    })
    const both = await send({ kind: 'email', to: ['ann@x.example', 'busy@x.example'] }, [], url)
    expect(both).toMatchObject({ ok: false, mayRetry: false })
  })

  it('[AL21] keeps the password of the mail server out of what it says', async () => {
    const { port } = await mailServer({ login: { name: 'ann', password: 'right' } })
    const to = { kind: 'email', to: ['ann@x.example'] } as const
    const wrong = await send(to, [], `smtp://ann:hunter2@127.0.0.1:${port}`)
    expect(wrong).toMatchObject({ ok: false, mayRetry: true })
    expect(JSON.stringify(wrong)).not.toMatch(/hunter2|aHVudGVyMg/)
    expect(await send(to, [], `smtp://ann:right@127.0.0.1:${port}`)).toMatchObject({ ok: true })
  })

  it('[AL26] says what to set where there is no mail server, and tries again where it is away', async () => {
    const to = { kind: 'email', to: ['ann@x.example'] } as const
    expect(await send(to, [])).toMatchObject({
      ok: false,
      mayRetry: false,
      answer: expect.stringContaining('HINDCAST_SMTP_URL'),
    })
    const { url, close } = await startMailServer()
    await close()
    expect(await send(to, [], url)).toMatchObject({
      ok: false,
      mayRetry: true,
      answer: expect.stringContaining('could not be reached'),
    })
  })
})
