import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { SCHEMAS } from '@hindcast/contract/routes.ts'
import { SENTRY_ENDPOINTS } from '@hindcast/contract/sentry/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEM_STATUS } from '../packages/server/src/api/http/problem.ts'
import { COMMANDS } from '../packages/server/src/app/cli/commands.ts'
import { REFERENCE_SOURCES } from '../packages/server/src/app/process/web-build.ts'
import { DROP_REASONS } from '../packages/server/src/domain/intake/outcome.ts'
import { LIMITS } from '../packages/server/src/domain/limits.ts'
import { ROLE_NAMES } from '../packages/server/src/domain/people/roles.ts'
import { COLLECTED, collectMessages, readTranslations } from '../packages/web/vite/messages.ts'
import { checkTranslations } from './messages.ts'
import { callOf, endpoints } from './reference/api.ts'
import { limitPaths } from './reference/limits.ts'
import { routePaths, SCREENS, SEARCH, searchNames } from './screens.ts'

const ROOT = resolve(import.meta.dirname, '..')
const WEB = join(ROOT, 'packages/web')

describe('the reference', () => {
  let folder: string
  const texts = new Map<string, string>()
  const page = (name: string) => texts.get(`${name}.html`) ?? ''
  const missingIn = (name: string, wanted: readonly string[]) =>
    wanted.filter((text) => !page(name).includes(text))

  let messages: Awaited<ReturnType<typeof collectMessages>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hindcast-reference-'))
    messages = await collectMessages(WEB)
    await mkdir(join(folder, dirname(COLLECTED)))
    const collected = Object.fromEntries([...messages].map(([area, said]) => [area, Array.from(said)]))
    await writeFile(join(folder, COLLECTED), JSON.stringify(collected))
    const made = spawnSync(process.execPath, [join(ROOT, 'tools/reference/build.ts'), folder], {
      encoding: 'utf8',
    })
    expect(made.status, made.stderr).toBe(0)
    for (const name of globSync('*.html', { cwd: join(folder, 'reference') })) {
      texts.set(name, unescaped(await readFile(join(folder, 'reference', name), 'utf8')))
    }
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('[AR21] has every endpoint, with who may call it, and every object of the API', () => {
    const calls = endpoints().map(callOf)
    expect(calls.length).toBeGreaterThan(100)
    expect(missingIn('requests', calls)).toEqual([])
    expect(missingIn('permissions', calls)).toEqual([])
    expect(missingIn('permissions', ROLE_NAMES)).toEqual([])
    expect(missingIn('objects', Object.keys(SCHEMAS))).toEqual([])
  })

  it('[AP154] has every endpoint under /api/0, with its parameters and what becomes of others', () => {
    const own = Object.values<Endpoint>(SENTRY_ENDPOINTS)
    const table = page('sentry')
    expect(own.length).toBeGreaterThan(90)
    expect(
      missingIn(
        'sentry',
        own.map((endpoint) => `<code>${callOf(endpoint)}</code>`),
      ),
    ).toEqual([])
    const row = (endpoint: Endpoint) =>
      table.split('<tr>').find((text) => text.includes(`<code>${callOf(endpoint)}</code>`)) ?? ''
    expect(row(SENTRY_ENDPOINTS.sentryGetSessions)).toMatch(/answered.*<code>orderBy<\/code>.*are refused/s)
    expect(row(SENTRY_ENDPOINTS.sentryGetOrganization)).toMatch(/answered.*none/s)
    expect(row(SENTRY_ENDPOINTS.sentryListReplays)).toMatch(/always empty.*<td>published/s)
    expect(row(SENTRY_ENDPOINTS.sentryGetIssue)).toMatch(/not published; as <code>GET [^<]*\/organizations\//)
    expect(row(SENTRY_ENDPOINTS.sentryGetTrace)).toContain('not published; read by MCP server')
    expect(table).toContain('Only `release:`'.replaceAll(/`([^`]+)`/g, '<code>$1</code>'))
  })

  it('[AR21] has every limit, drop reason, error code and command', () => {
    expect(
      missingIn(
        'limits',
        limitPaths(LIMITS).map(([path]) => `<code>${path}</code>`),
      ),
    ).toEqual([])
    const codes = [...Object.keys(DROP_REASONS), ...Object.keys(PROBLEM_STATUS)]
    expect(
      missingIn(
        'errors',
        codes.map((code) => `<code>${code}</code>`),
      ),
    ).toEqual([])
    expect(
      missingIn(
        'command-line',
        COMMANDS.map(({ usage }) => usage),
      ),
    ).toEqual([])
  })

  it('[AR21] gives each limit the reason that stands above it', () => {
    expect(page('limits')).toContain(
      '<tr><td><code>requestBytes</code></td><td>200 MiB</td><td>Largest request before decompression.</td></tr>',
    )
    expect(page('limits')).toContain('<tr><td><code>signIn.windowMs</code></td><td>1 min</td>')
  })

  it('[UI27] German has every message of the pages, with every argument, and none that nobody says', () => {
    expect(checkTranslations(messages)).toEqual({ missing: [], stale: [], different: [] })
  })

  it('[AR21] has every message of the pages in both languages', () => {
    const english = [...messages.values()].flatMap((area) => Array.from(area))
    const german = readTranslations(WEB)
    expect(english.length).toBeGreaterThan(1000)
    const shown = (text: string) => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    expect(missingIn('messages', english.map(shown))).toEqual([])
    expect(
      missingIn(
        'messages',
        english.map((text) => shown(german[text]!)),
      ),
    ).toEqual([])
  })

  it('[AR21] links every page from its index', () => {
    const others = [...texts.keys()].filter((name) => name !== 'index.html')
    expect(others.length).toBeGreaterThan(5)
    expect(
      missingIn(
        'index',
        others.map((name) => `href="${name}"`),
      ),
    ).toEqual([])
  })

  it('[AR21] is built again when a source that it imports changes', () => {
    const imported = globSync('tools/{commands,screens,reference/*}.ts', { cwd: ROOT }).flatMap((file) =>
      Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\.{1,2}\/[^']+)'/g), ([, path]) =>
        relative(ROOT, join(ROOT, dirname(file), path!)),
      ),
    )
    const watched = [...REFERENCE_SOURCES, 'packages/web/vite']
    expect(imported.length).toBeGreaterThan(10)
    expect(
      imported.filter((file) => !watched.some((one) => file === one || file.startsWith(`${one}/`))),
    ).toEqual([])
  })
})

it('[AR4] every route of the pages is described, and nothing that is not one', () => {
  expect(SCREENS.map(({ path }) => path).toSorted()).toEqual([...routePaths()].toSorted())
})

it('[AR4] every parameter that a page reads of its address is described, and no other', () => {
  const described = Object.entries(SEARCH).map(([path, rows]) => [path, rows.map(([name]) => name)])
  expect(Object.fromEntries(described)).toEqual(searchNames())
})

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
