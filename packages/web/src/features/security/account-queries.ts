import { queryOptions } from '@tanstack/react-query'
import { askAccount, type OpenSession, type Passkey } from '#product/session/account.ts'

interface Signed {
  readonly session: { readonly token: string }
  readonly user: { readonly email: string; readonly twoFactorEnabled?: boolean | null }
}

/** The account as the sign-in service returns it. */
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
