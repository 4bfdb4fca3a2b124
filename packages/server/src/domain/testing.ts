import type { ErrorEvent, ExceptionValue, Frame, Mechanism } from '#domain/events/error-event.ts'
import type { JsonObject } from './json.ts'
import type { Log } from './log.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A Sunday in November 2026, when the recordings were made. */
export const MOMENT = Date.UTC(2026, 10, 15, 1, 25, 30)

export const EVENT_ID = '0123456789abcdef0123456789abcdef'

export function aFrame(over: Partial<Frame> = {}): Frame {
  return {
    function: 'checkout',
    module: undefined,
    filename: '/src/cart.ts',
    absPath: 'https://shop.example/src/cart.ts',
    line: 10,
    column: 5,
    inApp: true,
    preContext: [],
    contextLine: undefined,
    postContext: [],
    vars: undefined,
    ...over,
  }
}

export function aMechanism(over: Partial<Mechanism> = {}): Mechanism {
  return {
    type: 'generic',
    handled: true,
    synthetic: false,
    source: undefined,
    exceptionId: undefined,
    parentId: undefined,
    isExceptionGroup: false,
    data: {},
    ...over,
  }
}

export function anException(over: Partial<ExceptionValue> = {}): ExceptionValue {
  return {
    type: 'TypeError',
    value: 'price is undefined',
    module: undefined,
    mechanism: aMechanism(),
    frames: [aFrame({ function: 'onClick' }), aFrame()],
    ...over,
  }
}

/** An error as `normalise` answers it. */
export function anEvent(over: Partial<ErrorEvent> = {}): ErrorEvent {
  return {
    eventId: EVENT_ID,
    kind: 'error',
    platform: 'javascript',
    level: 'error',
    occurredAt: MOMENT,
    receivedAt: MOMENT,
    exceptions: [anException()],
    threads: [],
    message: undefined,
    logger: undefined,
    transaction: undefined,
    environment: 'production',
    release: 'shop@1.4.2',
    dist: undefined,
    serverName: undefined,
    tags: [],
    user: undefined,
    request: undefined,
    contexts: {},
    breadcrumbs: [],
    extra: {},
    modules: {},
    sdk: { name: 'sentry.javascript.browser', version: '11.11.0' },
    fingerprint: undefined,
    debugImages: [],
    ...over,
  }
}

/** An error as a current browser SDK sends it. */
export function aPayload(over: JsonObject = {}): JsonObject {
  return {
    event_id: EVENT_ID,
    timestamp: MOMENT / 1000,
    platform: 'javascript',
    level: 'error',
    environment: 'production',
    release: 'shop@1.4.2',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'price is undefined',
          mechanism: { type: 'generic', handled: true },
          stacktrace: {
            frames: [
              {
                filename: 'https://shop.example/src/cart.ts',
                function: 'checkout',
                lineno: 10,
                colno: 5,
                in_app: true,
              },
            ],
          },
        },
      ],
    },
    ...over,
  }
}

export function aReceipt(over: Partial<EventDocument['received']> = {}): EventDocument['received'] {
  return {
    at: MOMENT,
    sentAt: undefined,
    address: undefined,
    userAgent: undefined,
    clientHints: {},
    sdk: undefined,
    ...over,
  }
}
