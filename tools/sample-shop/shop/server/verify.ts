import { createHmac } from 'node:crypto'

export function verify(event: { readonly id: string }, headers: Headers): void {
  const expected = createHmac('sha256', process.env['WEBHOOK_SECRET']!).update(event.id).digest('hex')
  if (headers.get('x-signature') !== expected) throw new Error('The signature does not fit the event')
}
