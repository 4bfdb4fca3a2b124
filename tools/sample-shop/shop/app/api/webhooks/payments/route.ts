import { verify } from '../../../../server/verify'

export async function POST(request: Request): Promise<Response> {
  const event = JSON.parse(await request.text())
  verify(event, request.headers)
  return new Response(undefined, { status: 204 })
}
