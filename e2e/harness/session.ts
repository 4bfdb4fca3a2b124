import type { Installation } from './installation.ts'

export type RoleName = 'owner' | 'admin' | 'member' | 'viewer'

/** A person with an account of their own, signed in: what a browser would send along. */
export interface Session {
  readonly headers: Readonly<Record<string, string>>
}

/** Invites, joins and signs in over the interface, as a person does on the pages. */
export async function joinAs({ origin, init }: Installation, role: RoleName): Promise<Session> {
  const account = { email: `${role}@example.com`, password: 'some quiet words here', name: role }
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const invited = await post('/api/v1/invitations', { role }, { authorization: `Bearer ${init.token}` })
  const { link } = (await invited.json()) as { readonly link: string }
  await post('/api/v1/join/accept', { secret: link.split('#')[1], account })
  const signedIn = await post('/api/auth/sign-in/email', account)
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
  return { headers: { cookie: cookie.join('; '), origin } }
}
