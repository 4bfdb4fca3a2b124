import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { offer } from './scenario.ts'

/** A page that exports what it measures itself, from another origin than the server's. */
const dsn = new URL(window.config.dsn)
const exporter = new OTLPTraceExporter({
  url: `${dsn.origin}/v1/traces`,
  headers: { 'x-sentry-auth': dsn.username },
})
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })

offer({
  'a span': () => {
    const span = provider.getTracer('page').startSpan('click')
    span.end()
    window.sent.push(span.spanContext().traceId)
  },
})
