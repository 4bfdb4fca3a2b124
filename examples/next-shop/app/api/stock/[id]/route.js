import { productOf } from '../../../../lib/catalogue.js'
import { pause } from '../../../../lib/pause.js'

export async function GET(_request, { params }) {
  const product = productOf((await params).id)
  await pause(30)
  if (product === undefined) return Response.json({ left: 0 }, { status: 404 })
  return Response.json({ left: product.cents % 17 })
}
