import type { JsonObject } from '#domain/json.ts'

/** What a browser SDK sends for an error, with secrets and a context of its own. */
export function anErrorPayload(eventId: string, overrides: JsonObject = {}): JsonObject {
  return {
    event_id: eventId,
    platform: 'javascript',
    level: 'error',
    environment: 'production',
    release: 'shop@1.4.2',
    transaction: '/checkout',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'Cannot read properties of undefined',
          mechanism: { type: 'onerror', handled: false },
          stacktrace: {
            frames: [
              { filename: 'https://shop.test/app.js', function: 'main', lineno: 3, colno: 9, in_app: true },
              {
                filename: 'https://shop.test/cart.js',
                function: 'total',
                lineno: 12,
                colno: 4,
                in_app: true,
                pre_context: ['function total(cart) {'],
                context_line: '  return cart.items.length',
                post_context: ['}'],
              },
            ],
          },
        },
      ],
    },
    tags: { plan: 'pro' },
    user: { id: 'u1', email: 'ann@example.com' },
    request: { url: 'https://shop.test/checkout?step=2', headers: { 'X-Trace': '1' } },
    breadcrumbs: [{ timestamp: 1_794_745_000, category: 'ui.click', message: 'button#pay' }],
    contexts: { trace: { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' } },
    extra: { password: 'hunter2', cart: { items: 2 } },
    sdk: { name: 'sentry.javascript.browser', version: '11.0.0' },
    ...overrides,
  }
}

export function aMessagePayload(eventId: string, message: string, overrides: JsonObject = {}): JsonObject {
  return { event_id: eventId, platform: 'node', level: 'info', message, ...overrides }
}

export const eventId = (number: number): string => number.toString(16).padStart(32, '0')
