export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

export async function confirmIntent(intent: string): Promise<void> {
  const answer = await fetch(`/api/payments/${intent}/confirm`, { method: 'POST' })
  const { status, order, reason } = await answer.json()
  if (status === 'confirmed') return
  throw new ProviderError(`${reason} for order ${order}`)
}
