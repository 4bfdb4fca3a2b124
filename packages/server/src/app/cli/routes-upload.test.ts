import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#app/config.ts'
import { uploadRoutes } from './routes-upload.ts'

const BUILD = join(import.meta.dirname, '../../../../../fixtures/next/manifests')

const upload = (url: string) =>
  uploadRoutes({
    config: readConfig({ HINDCAST_TOKEN: 'hct_1' }),
    flags: { release: 'shop@1', project: 'web', url },
    rest: [BUILD],
    terminal: { print() {}, complain() {} },
  })

/** The address of a server that answers everything with this status, as a proxy does for the one behind it. */
async function answering(status: number): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('[RT15] says that the server does not answer, which is no mistake in what was given', async () => {
  await expect(upload('http://127.0.0.1:1')).rejects.toMatchObject({
    code: 'store_unavailable',
    message: expect.stringContaining('http://127.0.0.1:1 does not answer') as string,
  })
})

it.each([
  [502, 'store_unavailable'],
  [404, 'invalid_input'],
])('[RT15] tells a server that is down from one that refuses: %i is %s', async (status, code) => {
  const url = await answering(status)
  await expect(upload(url)).rejects.toMatchObject({ code, message: `${url} answered ${status}.` })
})

it('[RT15] says that an address is that of another server', async () => {
  const url = await answering(200)
  const message = `${url} does not answer as Hindcast does. Check the address.`
  await expect(upload(url)).rejects.toMatchObject({ code: 'invalid_input', message })
})
