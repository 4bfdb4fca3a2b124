import type { Platform } from '../../lib/platform.ts'

export interface SnippetFile {
  readonly name: string
  readonly text: string
}

export interface Snippet {
  /** What is typed in a terminal first. */
  readonly install: string
  readonly files: readonly SnippetFile[]
}

export function snippetFor(platform: Platform, dsn: string): Snippet {
  return SNIPPETS[platform](JSON.stringify(dsn).slice(1, -1))
}

const init = (dsn: string) => `Sentry.init({\n  dsn: '${dsn}',\n})\n`

const SNIPPETS: Readonly<Record<Platform, (dsn: string) => Snippet>> = {
  browser: (dsn) => ({
    install: 'npm install @sentry/browser',
    files: [
      {
        name: 'main.js, before anything else',
        text: `import * as Sentry from '@sentry/browser'\n\n${init(dsn)}`,
      },
    ],
  }),
  react: (dsn) => ({
    install: 'npm install @sentry/react',
    files: [
      {
        name: 'main.jsx, before anything else',
        text: [
          `import * as Sentry from '@sentry/react'`,
          `import { createRoot } from 'react-dom/client'`,
          ``,
          init(dsn),
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
  node: (dsn) => ({
    install: 'npm install @sentry/node',
    files: [
      {
        name: 'instrument.mjs, loaded with node --import ./instrument.mjs',
        text: `import * as Sentry from '@sentry/node'\n\n${init(dsn)}`,
      },
    ],
  }),
  next: (dsn) => ({
    install: 'npm install @sentry/nextjs',
    files: [
      {
        name: 'instrumentation-client.js',
        text: [
          `import * as Sentry from '@sentry/nextjs'`,
          ``,
          init(dsn),
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
          `  Sentry.init({ dsn: '${dsn}' })`,
          `}`,
          ``,
          `export const onRequestError = Sentry.captureRequestError`,
          ``,
        ].join('\n'),
      },
    ],
  }),
}
