import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { transformAsync, type PluginItem } from '@babel/core'
import extractMessages, { type ExtractedMessage } from '@lingui/babel-plugin-extract-messages'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { Plugin } from 'vite'

export { compileMessage }

const USES_MACRO = /from '@lingui\/(?:react|core)\/macro'/
const CONFIG = makeConfig({ locales: ['en', 'de'], sourceLocale: 'en' }, { skipValidation: true })
const INDEX = 'virtual:messages'
/** What a build leaves for the reference, which would need seconds to collect the messages again. */
export const COLLECTED = '.vite/messages.json'
const CATALOGUE = /^virtual:messages\/(en|de)\/([a-z-]+)$/

/** English text to German text: the text itself is the key, so that a translator sees what is to be said. */
export type Translations = Readonly<Record<string, string>>

export function readTranslations(webDir: string): Translations {
  return JSON.parse(readFileSync(join(webDir, 'src/locales/de.json'), 'utf8')) as Translations
}

/** Said by a few screens only: in `shell` the first page of everybody would carry it. */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  'src/product/source-maps/map-advice.ts': ['issue-detail', 'releases'],
  'src/product/period-choice.tsx': ['intake', 'routes', 'navigations'],
  'src/product/feedback/feedback-entry.tsx': ['feedback', 'issue-detail'],
  'src/product/list-keys.ts': ['feedback', 'lookup', 'navigations', 'releases', 'routes', 'traces'],
  'src/product/traces/estimate-text.tsx': ['navigations', 'routes'],
  'src/product/traces/rating-mark.tsx': ['overview', 'routes'],
  'src/product/fields/field-notes-list.tsx': ['issue-detail', 'traces'],
  'src/product/intake/reasons.ts': ['connect', 'intake'],
  'src/product/releases/commit-line.tsx': ['issue-detail', 'releases'],
  'src/product/shares/link-expiry.tsx': ['issue-detail', 'shares'],
  'src/product/releases/use-release-marks.ts': ['navigations', 'routes'],
  'src/ui/charts/time-chart.tsx': ['navigations', 'overview', 'routes'],
  'src/ui/forms/new-password-field.tsx': ['join', 'security', 'sign-in'],
  'src/ui/forms/new-secret.tsx': ['alerts', 'tokens'],
  'src/ui/forms/save-row.tsx': ['projects', 'rules'],
}

/** Part of what every member loads first, like what does not belong to a feature. */
const SHELL: ReadonlySet<string> = new Set(['issue-stream', 'issue-resolve', 'overlays'])

/** `features/issues/stream/x.tsx` → `issue-stream`, `features/alerts/editor/x.tsx` → `alerts`. */
export function featureOf(path: string): string | undefined {
  const [, noun, part] = /^src\/features\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
  return noun === 'issues' ? `issue-${part}` : noun
}

/** A screen brings its own messages along; `shell` is what all of them share, and what the first of them says. */
export function areasOf(webDir: string, file: string): readonly string[] {
  const path = relative(webDir, file).replaceAll('\\', '/')
  if (SHARED[path] !== undefined) return SHARED[path]
  const feature = featureOf(path) ?? 'shell'
  return [SHELL.has(feature) ? 'shell' : feature]
}

/** Every message of the pages by area, found by the same macro that the build runs. */
export async function collectMessages(webDir: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const areas = new Map<string, Set<string>>()
  for (const file of sourcesUnder(join(webDir, 'src'))) {
    const homes = areasOf(webDir, file).map((area) => {
      const home = areas.get(area) ?? new Set<string>()
      areas.set(area, home)
      return home
    })
    const code = readFileSync(file, 'utf8')
    if (!USES_MACRO.test(code)) continue
    const keep = ({ message }: ExtractedMessage) => {
      if (message !== undefined) for (const home of homes) home.add(message)
    }
    await runMacro(code, file, { extract: true }, [[extractMessages, { onMessageExtracted: keep }]])
  }
  return areas
}

function indexOf(areas: Iterable<string>): string {
  const lines = [...areas].flatMap((area) =>
    ['en', 'de'].map((locale) => `'${locale}/${area}': () => import('${INDEX}/${locale}/${area}'),`),
  )
  return `export const catalogues = {\n${lines.join('\n')}\n}`
}

function catalogueOf(texts: Iterable<string>, translations: Translations): string {
  const entries = [...texts]
    .toSorted()
    .map((text) => [generateMessageId(text), compileMessage(translations[text] ?? text)])
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))})`
}

/** Runs the message macros before anything else sees the file, and serves compiled catalogues by language and area. */
export function messages(webDir: string): Plugin {
  let production = false
  let found: ReturnType<typeof collectMessages> | undefined
  return {
    name: 'hindcast:messages',
    enforce: 'pre',
    configResolved(config) {
      production = config.command === 'build'
    },
    buildStart() {
      found = undefined
    },
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !USES_MACRO.test(code)) return undefined
      const { code: made, map } = await runMacro(code, id, { stripMessageField: production })
      return { code: made, map: map as never }
    },
    resolveId(id) {
      return id === INDEX || CATALOGUE.test(id) ? `\0${id}` : undefined
    },
    async load(id) {
      if (!id.startsWith(`\0${INDEX}`)) return undefined
      const areas = await (found ??= collectMessages(webDir))
      if (id === `\0${INDEX}`) return indexOf(areas.keys())
      const [, locale = '', area = ''] = CATALOGUE.exec(id.slice(1)) ?? []
      this.addWatchFile(join(webDir, 'src/locales/de.json'))
      return catalogueOf(areas.get(area) ?? [], locale === 'de' ? readTranslations(webDir) : {})
    },
    async generateBundle() {
      const areas = await (found ??= collectMessages(webDir))
      const source = JSON.stringify(Object.fromEntries([...areas].map(([area, texts]) => [area, [...texts]])))
      this.emitFile({ type: 'asset', fileName: COLLECTED, source })
    },
  }
}

async function runMacro(code: string, file: string, options: object, more: PluginItem[] = []) {
  const result = await transformAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [[linguiMacro, { ...options, linguiConfig: CONFIG }], ...more],
  })
  return { code: result?.code ?? code, map: result?.map }
}

function sourcesUnder(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
