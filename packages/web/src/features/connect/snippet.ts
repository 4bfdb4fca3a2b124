import { readDsn } from './dsn.ts'
import type { Platform, ServerLanguage } from '#product/projects/platform.ts'
import { LANGUAGES } from './server-snippets.ts'
import type { Snippet } from './snippet-file.ts'
import { proxyFiles, TUNNEL_PATH } from './tunnel-files.ts'

export interface SnippetChoice {
  readonly env: boolean
  readonly tunnel: boolean
}

type ScriptPlatform = Exclude<Platform, ServerLanguage>

/** Where builds leave out every variable without the prefix, and the SDK then gets an empty DSN without a word. */
const ENV: Readonly<
  Record<ScriptPlatform, { readonly file: string; readonly name: string; readonly read: string }>
> = {
  browser: { file: '.env', name: 'VITE_SENTRY_DSN', read: 'import.meta.env.VITE_SENTRY_DSN' },
  react: { file: '.env', name: 'VITE_SENTRY_DSN', read: 'import.meta.env.VITE_SENTRY_DSN' },
  next: { file: '.env.local', name: 'NEXT_PUBLIC_SENTRY_DSN', read: 'process.env.NEXT_PUBLIC_SENTRY_DSN' },
  node: { file: '.env', name: 'SENTRY_DSN', read: 'process.env.SENTRY_DSN' },
}

/** A server has no blocker in its way. */
export function canTunnel(platform: Platform): platform is Exclude<ScriptPlatform, 'node'> {
  return platform !== 'node' && !isServerLanguage(platform)
}

function isServerLanguage(platform: Platform): platform is ServerLanguage {
  return Object.hasOwn(LANGUAGES, platform)
}

export function snippetFor(
  platform: Platform,
  dsn: string,
  choice: SnippetChoice = { env: false, tunnel: false },
): Snippet {
  return isServerLanguage(platform)
    ? serverSnippet(platform, dsn, choice.env)
    : scriptSnippet(platform, dsn, choice)
}

function serverSnippet(language: ServerLanguage, dsn: string, fromEnv: boolean): Snippet {
  const { readEnv, snippet } = LANGUAGES[language]
  const { files, ...rest } = snippet(fromEnv ? readEnv : JSON.stringify(dsn), fromEnv)
  const env = { name: '.env', text: `SENTRY_DSN=${dsn}\n` }
  return { ...rest, files: fromEnv ? [env, ...files] : files }
}

function scriptSnippet(platform: ScriptPlatform, dsn: string, choice: SnippetChoice): Snippet {
  const env = ENV[platform]
  const tunnel = choice.tunnel && canTunnel(platform)
  const value = choice.env ? env.read : `'${JSON.stringify(dsn).slice(1, -1)}'`
  const options = [`  dsn: ${value},`, ...(tunnel ? [`  tunnel: '${TUNNEL_PATH}',`] : [])]
  const { files, ...rest } = CODE[platform](options.join('\n'))
  const target = readDsn(dsn)?.tunnel
  return {
    ...rest,
    files: [
      ...(choice.env ? [{ name: env.file, text: `${env.name}=${dsn}\n` }] : []),
      ...files,
      ...(tunnel && target !== undefined ? proxyFiles(platform, target) : []),
    ],
  }
}

const init = (options: string) => `Sentry.init({\n${options}\n})\n`

const CODE: Readonly<Record<ScriptPlatform, (options: string) => Snippet>> = {
  browser: (options) => ({
    install: 'npm install @sentry/browser',
    files: [
      {
        name: 'main.js',
        hint: 'first',
        text: `import * as Sentry from '@sentry/browser'\n\n${init(options)}`,
      },
    ],
  }),
  react: (options) => ({
    install: 'npm install @sentry/react',
    files: [
      {
        name: 'main.jsx',
        hint: 'first',
        text: [
          `import * as Sentry from '@sentry/react'`,
          `import { createRoot } from 'react-dom/client'`,
          ``,
          init(options),
          `createRoot(document.getElementById('root'), {`,
          `  onUncaughtError: Sentry.reactErrorHandler(),`,
          `  onCaughtError: Sentry.reactErrorHandler(),`,
          `  onRecoverableError: Sentry.reactErrorHandler(),`,
          `}).render(<App />)`,
          ``,
        ].join('\n'),
      },
    ],
  }),
  node: (options) => ({
    install: 'npm install @sentry/node',
    files: [
      {
        name: 'instrument.mjs',
        hint: 'imported',
        text: `import * as Sentry from '@sentry/node'\n\n${init(options)}`,
      },
    ],
  }),
  next: (options) => ({
    install: 'npm install @sentry/nextjs',
    files: [
      {
        name: 'instrumentation-client.js',
        text: [
          `import * as Sentry from '@sentry/nextjs'`,
          ``,
          init(options),
          `export const onRouterTransitionStart = Sentry.captureRouterTransitionStart`,
          ``,
        ].join('\n'),
      },
      {
        name: 'instrumentation.js',
        text: [
          `import * as Sentry from '@sentry/nextjs'`,
          ``,
          `export function register() {`,
          // The server itself talks to Hindcast directly: its own tunnel is there for browsers.
          `  Sentry.init({`,
          `  ${options.split('\n')[0]}`,
          `  })`,
          `}`,
          ``,
          `export const onRequestError = Sentry.captureRequestError`,
          ``,
        ].join('\n'),
      },
    ],
  }),
}
