import { request } from '@acme/http'

export class ShippingError extends Error {
  override readonly name = 'ShippingError'
}

export async function quote(parcel: { readonly grams: number }): Promise<number> {
  try {
    return await askCarrier(parcel.grams)
  } catch (cause) {
    throw new ShippingError('No carrier could be asked', { cause })
  }
}

async function askCarrier(grams: number): Promise<number> {
  const answer = await request('https://api.carrier.example/quote', { grams })
  return answer.price
}
