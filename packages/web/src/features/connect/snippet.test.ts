import { describe, expect, it } from 'vitest'
import { PLATFORMS } from '#product/projects/platform.ts'
import { canTunnel, snippetFor } from './snippet.ts'

const SCRIPTS = PLATFORMS.slice(0, 4)
const DSN = 'http://0123456789abcdef0123456789abcdef@127.0.0.1:8000/1'

describe('the snippet that connects an app', () => {
  it.each(SCRIPTS)(
    '[UI4] carries the DSN in every file of $name, so that pasting is all there is to do',
    ({ id }) => {
      const { files, install } = snippetFor(id, DSN)
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) expect(file.text).toContain(`dsn: '${DSN}'`)
      const packageName = install!.split(' ').at(-1)!
      for (const file of files) expect(file.text).toContain(`from '${packageName}'`)
    },
  )

  it.each([
    ['browser', 'VITE_SENTRY_DSN', 'import.meta.env.VITE_SENTRY_DSN'],
    ['react', 'VITE_SENTRY_DSN', 'import.meta.env.VITE_SENTRY_DSN'],
    ['next', 'NEXT_PUBLIC_SENTRY_DSN', 'process.env.NEXT_PUBLIC_SENTRY_DSN'],
    ['node', 'SENTRY_DSN', 'process.env.SENTRY_DSN'],
  ] as const)(
    '[UI69] names the variable for %s with the prefix without which a build leaves it out: %s',
    (platform, name, read) => {
      const [env, ...code] = snippetFor(platform, DSN, { env: true, tunnel: false }).files
      expect(env?.text).toBe(`${name}=${DSN}\n`)
      for (const file of code) expect(file.text).toContain(`dsn: ${read},`)
      for (const file of code) expect(file.text).not.toContain(DSN)
    },
  )

  it.each(PLATFORMS.filter(({ id }) => canTunnel(id)))(
    '[UI69] leads $name through its own origin to the tunnel of this server',
    ({ id }) => {
      const { files } = snippetFor(id, DSN, { env: false, tunnel: true })
      expect(files[0]?.text).toContain(`tunnel: '/app-health'`)
      const proxies = files.filter(({ text }) => !text.includes('Sentry.init'))
      expect(proxies.length).toBeGreaterThan(0)
      for (const { text } of proxies) {
        expect(text).toContain('/app-health')
        expect(text).toContain('http://127.0.0.1:8000')
        expect(text).toContain('/tunnel')
      }
    },
  )

  it('[UI69] keeps servers on the direct way, because no blocker stands in theirs', () => {
    const texts = (platform: 'node' | 'next') =>
      snippetFor(platform, DSN, { env: false, tunnel: true }).files.map(({ text }) => text)
    expect(texts('node').join()).not.toContain('tunnel')
    expect(
      texts('next')
        .filter((text) => text.includes('register()'))
        .join(),
    ).not.toContain('tunnel')
  })
})
