import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { startServer, type Server } from './harness/server.ts'

/** One person's first minutes, in order: each step begins where the last one ended. */
describe('the first minutes', () => {
  let data: string
  let server: Server
  let browser: Browser
  let page: Page
  const faults: string[] = []

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hindcast-first-'))
    server = await startServer({ dataDir: data })
    browser = await launchBrowser()
    page = await browser.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text())
    })
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  })

  it('[UI6] the printed link makes the owner and the first project', async () => {
    const link = /http\S+\/setup#token=\S+/.exec(server.output())?.[0]
    await page.goto(link!)
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill('a few words here')
    await page.getByLabel('Project name').fill('web-shop')
    await page.getByLabel('React').check()
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for the first event').waitFor()
  })

  it('[UI4] shows a DSN that works', async () => {
    const dsn = await page
      .getByText(/^http:\/\/[0-9a-f]{32}@/)
      .first()
      .innerText()
    const { username, pathname } = new URL(dsn)
    const answer = await fetch(`${server.origin}/api${pathname}/store/?sentry_key=${username}`, {
      method: 'POST',
      body: JSON.stringify({ message: 'Said from outside' }),
    })
    expect(answer.status).toBe(200)
    await page.getByText('Said from outside').waitFor()
  })

  it('[UI3] shows a test error without a reload, and its cause one click away', async () => {
    await page.getByRole('button', { name: 'Send a test error' }).click()
    await page.getByText('TestError: This is a test error').click()
    await page.getByText('Why grouped').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/events\/[0-9a-f]{32}$/)
    await page.reload()
    await page.getByText('Why grouped').waitFor()
    await page.goBack()
  })

  it('[UI2] keeps what it has while the server is gone, says so once, and recovers alone', async () => {
    await page.getByText('Said from outside').waitFor()
    const { port } = new URL(server.origin)
    await server.kill()
    await page.getByText('The server does not answer').waitFor()
    expect(await page.getByText('Said from outside').count()).toBe(1)
    server = await startServer({ dataDir: data, port: Number(port) })
    await page.getByText('The server does not answer').waitFor({ state: 'hidden' })
  })

  it('[AC1] signs out and in again, and a wrong password is told in plain words', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill('not these words')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/do not match/).waitFor()
    await page.getByLabel('Password').fill('a few words here')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Said from outside').waitFor()
  })

  it('[AP6] ran without a script error or a blocked resource', () => {
    expect(faults).toEqual([])
  })
})
