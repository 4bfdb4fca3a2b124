/** What the pages use of each SDK. The packages are installed by the test set-up, after types are checked. */

declare module 'sentry-browser' {
  interface Options {
    dsn: string
    tunnel?: string
    release?: string
    environment?: string
    beforeSend?: (event: { event_id?: string }) => object | null
  }
  export function init(options: Options): void
  export function captureException(error: unknown): string
  export function captureMessage(message: string, level?: 'warning'): string
  export function setTag(key: string, value: string): void
  export function setUser(user: { id?: string; email?: string; username?: string } | null): void
  export function addBreadcrumb(breadcrumb: { category: string; message: string }): void
  export function flush(timeoutMs: number): PromiseLike<boolean>
}

declare module '@sentry/react' {
  import type { ComponentType, ReactElement, ReactNode } from 'react'
  export { init, flush } from 'sentry-browser'
  export const ErrorBoundary: ComponentType<{ children?: ReactNode; fallback: ReactElement }>
  export function reactErrorHandler(): (error: unknown, info: { componentStack?: string | undefined }) => void
}

declare module '@sentry/node' {
  export {
    init,
    captureException,
    captureMessage,
    setTag,
    setUser,
    addBreadcrumb,
    flush,
  } from 'sentry-browser'
}

declare module 'raven-js' {
  interface Raven {
    config(dsn: string, options: Record<string, unknown>): Raven
    install(): Raven
    captureException(error: unknown, options?: Record<string, unknown>): void
    captureMessage(message: string, options?: Record<string, unknown>): void
    captureBreadcrumb(breadcrumb: Record<string, unknown>): void
    setUserContext(user: Record<string, string>): void
    setTagsContext(tags: Record<string, string>): void
  }
  const raven: Raven
  export = raven
}

declare module 'sentry-vite-plugin-11' {
  import type { PluginOption } from 'vite'
  interface Options {
    telemetry: boolean
    errorHandler: (error: Error) => void
    release: {
      name: string
      finalize: boolean
      setCommits: { repo: string; commit: string; previousCommit: string }
      deploy: { env: string }
    }
  }
  export function sentryVitePlugin(options: Options): PluginOption
}

declare module 'sentry-vite-plugin-5' {
  export { sentryVitePlugin } from 'sentry-vite-plugin-11'
}

declare module 'webpack' {
  interface Stats {
    hasErrors(): boolean
    toString(): string
    toJson(): { readonly assetsByChunkName?: Readonly<Record<string, readonly string[]>> }
  }
  interface Compiler {
    run(done: (error: Error | null, stats?: Stats) => void): void
    close(done: (error: Error | null) => void): void
  }
  function webpack(options: {
    mode: 'production'
    context: string
    entry: Record<string, string>
    devtool: 'source-map'
    output: { path: string; filename: string; clean: boolean }
  }): Compiler
  export = webpack
}
