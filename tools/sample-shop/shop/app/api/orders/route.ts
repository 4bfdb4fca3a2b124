import { placeOrder } from '../../../server/orders'

export async function POST(request: Request): Promise<Response> {
  const order = await request.json()
  const number = await placeOrder(order)
  return Response.json({ order: number }, { status: 201 })
}
