/** What the pages use of each SDK. The packages are installed by the test set-up, after types are checked. */

declare module 'sentry-browser' {
  interface Options {
    dsn: string
    tunnel?: string
    release?: string
    environment?: string
    integrations?: object[]
    tracesSampleRate?: number
    parentSpanIsAlwaysRootSpan?: boolean
    beforeSend?: (event: { event_id?: string }) => object | null
  }
  export function init(options: Options): void
  export function browserTracingIntegration(): object
  export function startSpan<T>(options: { name: string; op?: string }, within: () => T): T
  export function captureException(error: unknown): string
  export function captureMessage(message: string, level?: 'warning'): string
  export function captureFeedback(feedback: {
    message: string
    name?: string
    email?: string
    associatedEventId?: string
  }): string
  export function captureUserFeedback(report: {
    event_id: string
    name: string
    email: string
    comments: string
  }): void
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

declare module '@opentelemetry/api' {
  interface SpanContext {
    readonly traceId: string
    readonly spanId: string
    readonly traceFlags: number
  }
  export interface Span {
    spanContext(): SpanContext
    recordException(error: Error): void
    setStatus(status: { code: number; message: string }): unknown
    end(): void
  }
  interface Context {
    getValue(key: symbol): unknown
  }
  interface Log {
    (message: string, ...more: unknown[]): void
  }
  export const SpanKind: { readonly SERVER: 1; readonly CLIENT: 2 }
  export const SpanStatusCode: { readonly ERROR: 2 }
  export const DiagLogLevel: { readonly WARN: 50 }
  export const context: { active(): Context }
  export const trace: { setSpan(context: Context, span: Span): Context }
  export const diag: {
    setLogger(logger: { error: Log; warn: Log; info: Log; debug: Log; verbose: Log }, level: number): boolean
  }
}

declare module '@opentelemetry/resources' {
  export interface Resource {
    readonly attributes: Record<string, unknown>
  }
  export function resourceFromAttributes(attributes: Record<string, string>): Resource
}

declare module '@opentelemetry/sdk-trace' {
  import type { Context, Span } from '@opentelemetry/api'
  import type { Resource } from '@opentelemetry/resources'
  export interface SpanExporter {
    shutdown(): Promise<void>
  }
  interface SpanProcessor {
    forceFlush(): Promise<void>
  }
  interface IdGenerator {
    generateTraceId(): string
    generateSpanId(): string
  }
  export class RandomIdGenerator implements IdGenerator {
    generateTraceId(): string
    generateSpanId(): string
  }
  export class BatchSpanProcessor implements SpanProcessor {
    constructor(options: { exporter: SpanExporter })
    forceFlush(): Promise<void>
  }
  export class SimpleSpanProcessor implements SpanProcessor {
    constructor(options: { exporter: SpanExporter })
    forceFlush(): Promise<void>
  }
  interface SpanOptions {
    kind?: number
    attributes?: Record<string, unknown>
    links?: readonly { context: unknown; attributes?: Record<string, unknown> }[]
  }
  export class TracerProvider {
    constructor(options: {
      resource?: Resource
      spanProcessors: readonly SpanProcessor[]
      idGenerator?: IdGenerator
    })
    getTracer(
      name: string,
      version?: string,
    ): {
      startSpan(name: string, options?: SpanOptions, context?: Context): Span
    }
    shutdown(): Promise<void>
  }
}

declare module '@opentelemetry/exporter-trace-otlp-http' {
  import type { SpanExporter } from '@opentelemetry/sdk-trace'
  export class OTLPTraceExporter implements SpanExporter {
    constructor(options?: { url: string; headers: Record<string, string> })
    shutdown(): Promise<void>
  }
}

declare module '@opentelemetry/exporter-trace-otlp-proto' {
  export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
}
