import { context, diag, DiagLogLevel, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'

/** A service that is told where to send by the environment alone, as operators do it. */
const [encoding, scenario] = process.argv.slice(2)

const say =
  (word: string) =>
  (message: string, ...more: unknown[]) =>
    void process.stdout.write(`${word} ${message} ${more.join(' ')}\n`)
const logger = { error: say('error'), warn: say('warn'), info() {}, debug() {}, verbose() {} }
diag.setLogger(logger, DiagLogLevel.WARN)

const exporter = encoding === 'protobuf' ? new ProtobufExporter() : new JsonExporter()
const ids = new RandomIdGenerator()
let made = 0
const provider = new TracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'shop', 'service.version': '1.4.2' }),
  spanProcessors: [new BatchSpanProcessor({ exporter })],
  idGenerator: {
    generateTraceId: () => ids.generateTraceId(),
    // The protocol forbids ids of zeros.
    generateSpanId: () => (++made === 2 && scenario === 'bad id' ? '0'.repeat(16) : ids.generateSpanId()),
  },
})
const tracer = provider.getTracer('shop-http', '2.0.0')

const request = tracer.startSpan('GET /users/:id', {
  kind: SpanKind.SERVER,
  attributes: { 'http.request.method': 'GET', 'url.path': '/users/42', 'http.route': '/users/:id' },
})
const below = (parent: Span) => trace.setSpan(context.active(), parent)
const query = tracer.startSpan(
  'SELECT users',
  {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', rows: 3, cached: false, ratio: 0.5, tags: ['a', 'b'] },
    links: [{ context: request.spanContext(), attributes: { reason: 'retry' } }],
  },
  below(request),
)
query.recordException(new Error('no such user'))
query.setStatus({ code: SpanStatusCode.ERROR, message: 'no such user' })
query.end()
request.end()
process.stdout.write(`trace ${request.spanContext().traceId}\n`)
await provider.shutdown().catch((error: { code?: number; data?: string }) => {
  process.stdout.write(`refused ${error.code} ${error.data}\n`)
})
