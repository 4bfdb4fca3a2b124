import { confirmIntent } from './payments'

export class PaymentError extends Error {
  override readonly name = 'PaymentError'
}

export async function pay(intent: string): Promise<void> {
  const state = sessionStorage.getItem(`intent:${intent}`)
  if (state === 'paid') return
  await confirm(intent)
}

async function confirm(intent: string): Promise<void> {
  try {
    await confirmIntent(intent)
  } catch (cause) {
    throw new PaymentError('The payment could not be completed', { cause })
  }
}
