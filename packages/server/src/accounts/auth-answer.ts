import type { AppErrorCode } from '#domain/app-error.ts'

const CODES: Readonly<Record<number, AppErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'invalid_input',
  415: 'invalid_input',
  422: 'invalid_input',
  429: 'rate_limited',
}

const MESSAGES: Readonly<Record<string, string>> = {
  unauthenticated: 'The e-mail address or the password is wrong.',
  forbidden: 'This request did not come from a page of this installation.',
  not_found: 'There is nothing at this address.',
  rate_limited: 'Too many attempts. Wait a moment and try again.',
}

/** An answer in the shape every other error of the product has. */
export function refusal(status: number, message?: string, headers: Record<string, string> = {}): Response {
  const code = CODES[status] ?? 'internal'
  return Response.json(
    { code, message: message ?? MESSAGES[code] ?? 'Hindcast failed to answer this request.' },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  )
}

/** Success passes; a failure keeps its status and gets our words, so nobody has to know the library's codes. */
export async function inOurWords(response: Response): Promise<Response> {
  if (response.status < 400) {
    response.headers.set('Cache-Control', 'no-store')
    return response
  }
  const retryAfter = response.headers.get('X-Retry-After')
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter }
  const isOurFault = response.status === 400 || response.status === 422
  return refusal(response.status, isOurFault ? await messageOf(response) : undefined, headers)
}

async function messageOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' ? body.message : undefined
}
