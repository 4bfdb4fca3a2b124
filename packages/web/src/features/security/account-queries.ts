import { queryOptions } from '@tanstack/react-query'
import { askAccount, type OpenSession, type Passkey } from '#product/session/account.ts'

interface Signed {
  readonly session: { readonly token: string }
  readonly user: { readonly email: string; readonly twoFactorEnabled?: boolean | null }
}

/** Who is signed in, as the part of the server knows that signs people in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => askAccount<Signed>('/get-session'),
})

export const openSessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: () => askAccount<readonly OpenSession[]>('/list-sessions'),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => askAccount<readonly Passkey[]>('/passkey/list-user-passkeys'),
})
